/// The words in the records, written for this benchmark.
enum Vocabulary {
  static let japanese = words(
    """
    今日 明日 昨日 朝 夜 天気 電車 駅 仕事 学校 友達 写真 音楽 映画 猫 犬 花
    空 海 山 夏 秋 冬 春 雨 雪 風 月 星 窓 手紙 時計 自転車 図書館 喫茶店
    公園 約束 料理 珈琲 紅茶 昼寝 散歩 旅行 荷物 地図 階段 隣 弟 姉 先生
    会社 会議 資料 が を に は の で と も から まで けど ので しか だけ
    なら です ます でした ました だった かな よね らしい みたい 行きたい
    食べたい 眠い 嬉しい 楽しい 寒い 暑い 忙しい 静かな 小さな 大きな
    新しい 古い 赤い 青い 見つけた 忘れた 帰ります 始めます 終わった
    思います できました ありがとう おはよう おやすみ ください どこ いつ
    なぜ とても すこし たくさん やっぱり そろそろ ゆっくり まだ もう また
    ずっと カメラ パソコン アイス ケーキ ライブ ゲーム チケット
    """)
  static let pauses = words("。 、 ！ ？ … 。。 「 」 ・ ★ ♪ ～ \\n \\n \\n \\n\\n")
  static let emoji = words("😀 🌸 🍙 🎧 🚃 🐈 ☔ ✨ 📷 🍵 ⛄ 🎉")
  static let european = words("café naïve garçon über señor fjord Łódź año crème Straße")
  static let latin = words(
    """
    amber anchor basin beacon branch bridge bundle cable candle carbon castle cedar cinder circle cobalt
    copper coral cotton crystal dawn delta desert drift echo ember engine fabric falcon feather fern
    field flint forest garden glacier granite harbor hazel hollow island ivory jasper kernel ladder
    lantern lemon linen lunar maple marble meadow meteor mirror mosaic nectar oak ocean onyx orbit
    orchard pebble pepper pine planet prairie quartz quiver raven reef ribbon ridge river saffron sage
    silver sparrow spruce stone summit thistle timber tundra valley velvet violet walnut willow winter
    zephyr
    """)
  static let prose = words(
    """
    the a of to and in on with when after before fix add remove update move rename handle check allow
    avoid missing broken stale empty slow wrong nested default optional config build test cache parser
    index server request response header timeout worker queue buffer table column record field option
    value error warning does not should must can returns fails prints ignores keeps drops reads writes
    """)
  static let syllables = words(
    "ka mi ro ta ne su ki yo ha ru no sa to ma re ko shi na ra ni zu be lo pi qu ex da vo li en or um"
  )
  static let paths = words("orders users carts items search session reports invoices events health metrics")
  static let services = words("checkout catalog billing gateway identity inventory mailer search thumbnails")
  static let languages = words("Swift C Ruby Python Go Rust Java Perl Lua Haskell")

  private static func words(_ text: String) -> [[UInt8]] {
    text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map { Array($0) }
  }
}
