// Sets of bytes by character class. The compiler omits unused sets and computes shared terms once.

/// The columns of the ASCII table, by bits 4 to 6 of a byte. Bit 7 is clear.
typedef struct {
  mask column_0_or_1, column_2, column_3, column_4_or_6, column_5_or_7, column_6, column_7;
} columns;

INLINE columns columns_of(const mask bit[8]) {
  const mask letters = ~bit[7] & bit[6], graphic = ~bit[7] & ~bit[6] & bit[5];
  return (columns){
    .column_0_or_1 = ~bit[7] & ~bit[6] & ~bit[5],
    .column_2 = graphic & ~bit[4],
    .column_3 = graphic & bit[4],
    .column_4_or_6 = letters & ~bit[4],
    .column_5_or_7 = letters & bit[4],
    .column_6 = letters & bit[5] & ~bit[4],
    .column_7 = letters & bit[5] & bit[4],
  };
}

/// A row of that table, by the lower four bits.
INLINE mask row(const mask bit[8], int number) {
  const mask upper = (number & 8 ? bit[3] : ~bit[3]) & (number & 4 ? bit[2] : ~bit[2]);
  return upper & (number & 2 ? bit[1] : ~bit[1]) & (number & 1 ? bit[0] : ~bit[0]);
}

/// The sets that make up the index. Openers and closers are of both kinds. Those of objects have bit 5 set.
typedef struct {
  mask control, line_feed, quote, comma, opener, closer, backslash;
} structural;

INLINE structural structural_of(const mask bit[8], columns c) {
  return (structural){
    .control = c.column_0_or_1,
    .line_feed = c.column_0_or_1 & ~bit[4] & row(bit, 0xA),
    .quote = c.column_2 & row(bit, 0x2),
    .comma = c.column_2 & row(bit, 0xC),
    .opener = c.column_5_or_7 & row(bit, 0xB),
    .closer = c.column_5_or_7 & row(bit, 0xD),
    .backslash = c.column_5_or_7 & ~bit[5] & row(bit, 0xC),
  };
}

INLINE mask white_space(const mask bit[8], columns c) {
  const mask breaks = row(bit, 0x9) | row(bit, 0xA) | row(bit, 0xD);
  return (c.column_0_or_1 & ~bit[4] & breaks) | (c.column_2 & row(bit, 0x0));
}

/// The digits 0 … 9.
INLINE mask decimal_digit(const mask bit[8], columns c) { return c.column_3 & ~(bit[3] & (bit[2] | bit[1])); }

/// The letters a … f and A … F.
INLINE mask hexadecimal_letter(const mask bit[8], columns c) {
  return c.column_4_or_6 & ~bit[3] & (bit[2] | bit[1] | bit[0]) & ~(bit[2] & bit[1] & bit[0]);
}

/// The characters allowed after a backslash: "/\bfnrtu
INLINE mask escapable(const mask bit[8], columns c) {
  return (c.column_2 & (row(bit, 0x2) | row(bit, 0xF))) | (c.column_5_or_7 & ~bit[5] & row(bit, 0xC))
    | (c.column_6 & (row(bit, 0x2) | row(bit, 0x6) | row(bit, 0xE)))
    | (c.column_7 & (row(bit, 0x2) | row(bit, 0x4) | row(bit, 0x5)));
}
