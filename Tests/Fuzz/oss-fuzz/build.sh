#!/bin/bash -eu
# Builds the targets of Tests/Fuzz for OSS-Fuzz: for each a copy of the program with the target's name, its kept corpus and its
# dictionary. SRC, OUT and WORK are OSS-Fuzz's folders.
cd "$SRC/streammap"
export STREAMMAP_TEST_TARGETS=
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
runtime=$("$clang" -print-file-name="libclang_rt.fuzzer_no_main-$(uname -m).a")
swift build -c release --package-path Tests/Fuzz --scratch-path "$WORK/build" --product Fuzz -Xswiftc -static-stdlib \
  -Xswiftc -sanitize=address -Xswiftc -sanitize-coverage=edge,trace-cmp,inline-8bit-counters,pc-table \
  -Xcc -fsanitize=address,fuzzer-no-link -Xlinker "$runtime" -Xlinker -lstdc++ -Xlinker -rpath -Xlinker '$ORIGIN'
# The machine that fuzzes has no yajl.
cp "$(find /usr/lib -name libyajl.so.2 | head -n 1)" "$OUT/"
for target in engines walker filters paths types decoder; do
  cp "$WORK/build/release/Fuzz" "$OUT/$target"
  inputs=$WORK/$target
  mkdir -p "$inputs"
  number=0
  while read -r line; do base64 -d <<<"$line" >"$inputs/$((number += 1))"; done <"Tests/Fuzz/Corpus/$target"
  zip -q -j -r "$OUT/${target}_seed_corpus.zip" "$inputs"
  case $target in
    filters | paths | types) cp Tests/Fuzz/text.dict "$OUT/$target.dict" ;;
    *) cp Tests/Fuzz/json.dict "$OUT/$target.dict" ;;
  esac
done
