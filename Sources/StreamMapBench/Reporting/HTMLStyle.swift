/// The style sheet of the page, for light and dark mode.
enum HTMLStyle {
  static let sheet = """
    :root {
      color-scheme: light dark;
      --page: #fbfaf8; --card: #fff; --line: #e4e0d9; --text: #24211d; --soft: #6f6a62;
      --other: #a9b4c2; --other-stripe: #c5cdd8; --ours: #d9541e; --ours-stripe: #ea8a5f; --whisker: #24211d;
      --met: #2c7a4b; --missed: #b3261e;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #16171a; --card: #1f2125; --line: #34373d; --text: #e8e6e3; --soft: #9c9890;
        --other: #566273; --other-stripe: #6f7c8f; --ours: #e8692f; --ours-stripe: #b04d20; --whisker: #e8e6e3;
        --met: #6fc492; --missed: #f2877f;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; max-width: 62rem; padding: 2.5rem 1.25rem; background: var(--page); color: var(--text);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
    }
    h1 { margin: 0 0 .5rem; font-size: 1.9rem; letter-spacing: -.01em; }
    h2 { margin: 0; font-size: 1.2rem; }
    header p { max-width: 46rem; margin: 0 0 1rem; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0 0 1rem; }
    dt { color: var(--soft); }
    dd { margin: 0; }
    code { font: .9em ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
    .legend { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; font-size: .87rem; }
    .key { width: 1.6rem; height: .8rem; border-radius: 2px; margin-left: .8rem; background: var(--other); }
    .key:first-child { margin-left: 0; }
    .key.ours { background: var(--ours); }
    .key.part { background: repeating-linear-gradient(135deg, var(--other) 0 4px, var(--other-stripe) 4px 8px); }
    .key.mark { width: 2px; background: var(--whisker); border-radius: 0; }
    .key.whisker { height: 1px; background: var(--whisker); border-radius: 0; }
    section {
      margin: 1.25rem 0; padding: 1.1rem 1.25rem; background: var(--card); border: 1px solid var(--line);
      border-radius: 10px;
    }
    .about { margin: .1rem 0 .8rem; color: var(--soft); font-size: .9rem; }
    .bars {
      display: grid; grid-template-columns: max-content 1fr max-content max-content; column-gap: .75rem;
      list-style: none; margin: 0; padding: 0;
    }
    .row {
      display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; align-items: center; padding: .14rem 0;
    }
    .name { text-align: right; white-space: nowrap; }
    .ours .name { font-weight: 600; }
    .track { position: relative; height: 1.15rem; }
    .bar { position: absolute; inset: 0 auto 0 0; min-width: 2px; border-radius: 0 3px 3px 0; }
    .row .bar { background: var(--other); }
    .row.part .bar {
      background: repeating-linear-gradient(135deg, var(--other) 0 4px, var(--other-stripe) 4px 8px);
    }
    .row.ours .bar { background: var(--ours); }
    .row.ours.part .bar {
      background: repeating-linear-gradient(135deg, var(--ours) 0 4px, var(--ours-stripe) 4px 8px);
    }
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
    .checks { color: var(--soft); font-size: .82rem; }
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
      .checks { display: none; }
    }
    """
}
