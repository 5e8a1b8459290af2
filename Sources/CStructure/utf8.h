// Well-formed UTF-8, by Table 3-7 of the Unicode Standard:
//
//     00 … 7F
//     C2 … DF  80 … BF
//     E0 … EF  80 … BF  80 … BF             but not E0 80 … 9F, nor ED A0 … BF
//     F0 … F4  80 … BF  80 … BF  80 … BF    but not F0 80 … 8F, nor F4 90 … BF

/// The bytes at which the text is known not to be UTF-8, at the latest the byte in place of a missing one.
INLINE mask utf8_errors(const mask bit[8], sets *before) {
  const mask more = bit[7] & ~bit[6], leads = bit[7] & bit[6];
  // `leads_of_4` is a subset of `leads_of_3`.
  const mask leads_of_3 = leads & bit[5], leads_of_4 = leads_of_3 & bit[4];
  const mask row_0 = row(bit, 0x0);

  const mask second = after(leads, &before->leads);
  const mask third = after(after(leads_of_3, &before->leads_of_3) & more, &before->seconds_of_3);
  const mask third_of_4 = after(after(leads_of_4, &before->leads_of_4) & more, &before->seconds_of_4);
  const mask fourth = after(third_of_4 & more, &before->thirds_of_4);
  mask errors = (second | third | fourth) ^ more;

  // C0, C1, and F5 … FF.
  errors |= leads & ~bit[5] & ~bit[4] & ~(bit[3] | bit[2] | bit[1]);
  errors |= leads_of_4 & (bit[3] | (bit[2] & (bit[1] | bit[0])));
  errors |= after(leads_of_3 & ~bit[4] & row_0, &before->e0) & ~bit[5];
  errors |= after(leads_of_3 & ~bit[4] & row(bit, 0xD), &before->ed) & bit[5];
  errors |= after(leads_of_4 & row_0, &before->f0) & ~(bit[5] | bit[4]);
  errors |= after(leads_of_4 & row(bit, 0x4), &before->f4) & (bit[5] | bit[4]);
  return errors;
}
