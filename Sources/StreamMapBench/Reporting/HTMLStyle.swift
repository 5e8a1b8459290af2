/// The style sheet of the page, for light and dark mode.
enum HTMLStyle {
  static let sheet = """
    :root {
      color-scheme: light dark;
      --page: #fbfaf8; --card: #fff; --line: #e4e0d9; --text: #24211d; --soft: #6f6a62;
      --everything: #0b66b0; --mapped: #d97706; --less: #7d8590; --nothing: #b9b2a7; --whisker: #24211d;
      --met: #2c7a4b; --missed: #b3261e;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #16171a; --card: #1f2125; --line: #34373d; --text: #e8e6e3; --soft: #9c9890;
        --everything: #4a9fe8; --mapped: #e8952f; --less: #848d98; --nothing: #5b5f66; --whisker: #e8e6e3;
        --met: #6fc492; --missed: #f2877f;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; max-width: 70rem; padding: 2.5rem 1.25rem; background: var(--page); color: var(--text);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
    }
    h1 { margin: 0 0 .5rem; font-size: 1.9rem; letter-spacing: -.01em; }
    h2 { margin: 0; font-size: 1.2rem; }
    header p { max-width: 46rem; margin: 0 0 1rem; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0 0 1rem; }
    dt { color: var(--soft); }
    dd { margin: 0; }
    code { font: .9em ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
    header .legend { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; max-width: none; font-size: .87rem; }
    .entry { display: flex; align-items: center; gap: .4rem; white-space: nowrap; }
    .everything { --check: var(--everything); }
    .mapped { --check: var(--mapped); }
    .less { --check: var(--less); }
    .nothing { --check: var(--nothing); }
    .key { width: 1.6rem; height: .8rem; border-radius: 2px; background: var(--check); }
    .key.others { --check: color-mix(in srgb, var(--everything) 45%, var(--card)); }
    .key.mark { position: static; width: 2px; background: var(--whisker); border-radius: 0; }
    .key.whisker { height: 1px; background: var(--whisker); border-radius: 0; }
    section {
      margin: 1.25rem 0; padding: 1.1rem 1.25rem; background: var(--card); border: 1px solid var(--line);
      border-radius: 10px;
    }
    .summary {
      display: grid; grid-template-columns: repeat(auto-fit, minmax(min(27rem, 100%), 1fr)); gap: 1.1rem 2.5rem;
    }
    .summary h2 { font-size: 1rem; }
    .summary a { color: inherit; text-decoration-color: var(--line); }
    .summary .about { margin-bottom: .35rem; }
    .summary .row { font-size: .87rem; padding: .08rem 0; }
    .summary .track { height: .85rem; }
    .about { margin: .1rem 0 .8rem; color: var(--soft); font-size: .9rem; }
    .bars {
      display: grid; grid-template-columns: max-content 1fr max-content; column-gap: .75rem;
      list-style: none; margin: 0; padding: 0;
    }
    .row {
      display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; align-items: center; padding: .14rem 0;
      position: relative;
    }
    .name { text-align: right; white-space: nowrap; }
    .ours .name { font-weight: 600; }
    .track { position: relative; height: 1.15rem; }
    .bar { position: absolute; inset: 0 auto 0 0; min-width: 2px; border-radius: 0 3px 3px 0; }
    .row .bar { background: color-mix(in srgb, var(--check) 45%, var(--card)); }
    .row.ours .bar { background: var(--check); }
    .tip {
      display: none; position: absolute; z-index: 1; right: 3.5rem; top: 100%; padding: .45rem .7rem; font-size: .82rem;
      background: var(--card); border: 1px solid var(--line); border-radius: 6px; box-shadow: 0 3px 10px #0003;
      pointer-events: none;
    }
    .tip span { display: block; }
    .tip span:first-child { font-weight: 600; }
    .row:hover .tip, .row:focus .tip { display: block; }
    .row:hover, .row:focus { outline: none; }
    .row:hover .name, .row:focus .name { text-decoration: underline; text-underline-offset: .2em; }
    .mark { position: absolute; top: -2px; bottom: -2px; width: 2px; margin-left: -1px; background: var(--whisker); }
    .mark.limit { background: none; border-left: 2px dotted var(--soft); }
    .mark.beyond::after { content: "›"; position: absolute; left: 2px; top: -.15rem; color: var(--soft); }
    .range {
      position: absolute; top: 50%; height: 7px; margin-top: -3.5px; border: solid var(--whisker);
      border-width: 0 1px;
    }
    .range::before {
      content: ""; position: absolute; left: 0; right: 0; top: 3px; height: 1px; background: var(--whisker);
    }
    .speed { text-align: right; font-variant-numeric: tabular-nums; }
    .ours .speed { font-weight: 600; }
    details { margin-top: .8rem; }
    summary { cursor: pointer; color: var(--soft); font-size: .9rem; }
    .scroll { overflow-x: auto; }
    table { margin-top: .6rem; border-collapse: collapse; font-size: .85rem; }
    th, td { padding: .22rem .9rem .22rem 0; text-align: left; white-space: nowrap; }
    th { color: var(--soft); font-weight: 500; border-bottom: 1px solid var(--line); }
    .number { text-align: right; font-variant-numeric: tabular-nums; }
    .met td:last-child { color: var(--met); }
    .missed td:last-child { color: var(--missed); font-weight: 600; }
    .unknown td { color: var(--soft); }
    footer { color: var(--soft); font-size: .87rem; }
    @media (max-width: 40rem) {
      .bars { grid-template-columns: fit-content(9.6rem) 1fr max-content; }
      .name { white-space: normal; }
    }
    """
}
