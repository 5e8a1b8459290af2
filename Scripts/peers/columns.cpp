// The checksum for Python workers, which pass batches of records with one column for each value.
#include "checksum.hpp"

namespace {

enum Kind : int64_t { integer, number, boolean, text, pairs };

}  // namespace

/// The values of one field, in the order of the records.
struct Column {
  int64_t kind;
  /// Integers, doubles, one byte for each boolean, or the concatenated text or coordinates.
  const void *values;
  /// The bytes of each text (-1 if absent), or the pairs of each record. Null for other kinds.
  const int64_t *counts;
};

/// The sum over these records. It is added to the sums of other batches.
extern "C" uint64_t streammap_checksum(uint64_t records, uint64_t fields, Column *columns) {
  Checksum checksum(Checksum::Strings::everyByte);
  for (uint64_t record = 0; record < records; record++) {
    for (Column *column = columns; column < columns + fields; column++) {
      switch (column->kind) {
      case integer: checksum.add(static_cast<const int64_t *>(column->values)[record]); break;
      case number: checksum.add(static_cast<const double *>(column->values)[record]); break;
      case boolean: checksum.add(static_cast<const uint8_t *>(column->values)[record] != 0); break;
      case text: {
        const int64_t count = column->counts[record];
        if (count < 0) {
          checksum.addAbsent();
          break;
        }
        const char *bytes = static_cast<const char *>(column->values);
        checksum.add(std::string_view(bytes, size_t(count)));
        column->values = bytes + count;
        break;
      }
      case pairs: {
        const int64_t count = column->counts[record];
        const double *coordinates = static_cast<const double *>(column->values);
        checksum.add(count);
        for (int64_t index = 0; index < 2 * count; index++) checksum.add(coordinates[index]);
        column->values = coordinates + 2 * count;
        break;
      }
      }
    }
    checksum.endRecord();
  }
  return checksum.total();
}
