/** The looks of the page: light or dark as the reader's system is, one column on a narrow screen, ink for a printer. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f7f7f5; --card: #ffffff; --ink: #1d2126; --soft: #565d66; --line: #d9dbde; --head: #f0f1f2;
  --accent: #0b57d0;
  --right: #17692f; --right-tint: #eef8f0; --right-edge: #9fd3ae;
  --wrong: #a3160f; --wrong-tint: #fdeceb; --wrong-edge: #d93025;
  --open: #7a4f00; --open-tint: #fff6e0; --open-edge: #e0b24c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --card: #1b1f24; --ink: #e6e8ea; --soft: #a5adb6; --line: #343a42; --head: #22272d;
    --accent: #8ab4f8;
    --right: #84d69a; --right-tint: #17281d; --right-edge: #2f6b41;
    --wrong: #ffaca6; --wrong-tint: #3a1a1a; --wrong-edge: #e5534b;
    --open: #f0c772; --open-tint: #2e2613; --open-edge: #8a6a22;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif;
}
code, .at, .place { font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
code { font-size: 0.88em; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: 1rem; top: -4rem; background: var(--card); padding: 0.5rem 1rem; z-index: 2; border: 1px solid var(--line); }
.skip:focus { top: 1rem; }
.hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; border: 0;
}
header, main, footer { max-width: 96rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 2rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 0.25rem; letter-spacing: -0.01em; }
.lead { color: var(--soft); margin: 0 0 1.25rem; max-width: 60rem; }
.totals { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0 0 1.25rem; padding: 0; list-style: none; }
.totals li {
  background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--line); border-radius: 8px;
  padding: 0.5rem 1rem 0.55rem; min-width: 8.5rem;
}
.totals b { display: block; font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.totals span { color: var(--soft); font-size: 0.87rem; }
.totals .right { border-left-color: var(--right-edge); } .totals .right b { color: var(--right); }
.totals .wrong { border-left-color: var(--wrong-edge); } .totals .wrong b { color: var(--wrong); }
.totals .open { border-left-color: var(--open-edge); } .totals .open b { color: var(--open); }
.tools { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: baseline; margin: 0 0 1rem; }
.tools label { display: inline-flex; gap: 0.5rem; align-items: center; cursor: pointer; padding: 0.25rem 0; }
.tools input { width: 1.15rem; height: 1.15rem; accent-color: var(--wrong-edge); }
nav ul { columns: 22rem; padding-left: 1.2rem; margin: 0.5rem 0 1rem; }
nav li { break-inside: avoid; overflow-wrap: anywhere; }
summary { cursor: pointer; }
.guide > summary, nav summary { color: var(--accent); padding: 0.25rem 0; }
.guide dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.35rem 1rem; margin: 0.5rem 0 1rem; max-width: 70rem; }
.guide dt { font-weight: 600; } .guide dd { margin: 0; color: var(--soft); }
h2 { font-size: 1.1rem; margin: 2.25rem 0 0.75rem; padding-top: 0.75rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: 0 0 1.25rem; overflow: hidden; }
article > h3 { font-size: 1rem; margin: 0; padding: 0.75rem 1rem; display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; }
h3 .place { color: var(--soft); font-weight: 400; font-size: 0.87rem; }
h3 .tag { font-weight: 600; font-size: 0.8rem; border: 1px solid var(--wrong-edge); color: var(--wrong); background: var(--wrong-tint); border-radius: 99px; padding: 0.05rem 0.6rem; }
h3 .tag.fine { border-color: var(--right-edge); color: var(--right); background: var(--right-tint); }
.scroll { position: relative; overflow-x: auto; border-top: 1px solid var(--line); }
table { border-collapse: separate; border-spacing: 0; width: 100%; min-width: 62rem; table-layout: fixed; }
caption { text-align: left; }
th, td { text-align: left; vertical-align: top; padding: 0.6rem 0.75rem; border-bottom: 1px solid var(--line); border-right: 1px solid var(--line); }
tr > :last-child { border-right: 0; } tbody tr:last-child > * { border-bottom: 0; }
thead th { background: var(--head); font-size: 0.85rem; font-weight: 600; }
thead th:first-child { width: 14rem; }
tbody th { background: var(--head); font-weight: 400; position: sticky; left: 0; z-index: 1; }
tbody th b { font-weight: 650; } tbody th code { display: block; color: var(--soft); overflow-wrap: anywhere; margin-top: 0.15rem; }
.at { color: var(--soft); font-size: 0.86em; white-space: nowrap; }
td { font-size: 0.93rem; background: var(--card); }
td.right { box-shadow: inset 3px 0 0 var(--right-edge); background: var(--right-tint); }
td.wrong { box-shadow: inset 5px 0 0 var(--wrong-edge); background: var(--wrong-tint); }
td.open { box-shadow: inset 3px 0 0 var(--open-edge); background: var(--open-tint); }
td.impossible { color: var(--soft); }
.group { display: grid; grid-template-columns: 1.1rem 1fr; gap: 0 0.35rem; }
.group + .group { margin-top: 0.5rem; padding-top: 0.5rem; border-top: 1px dashed var(--line); }
.mark { font-weight: 700; }
.right > .mark, .group.right > .mark { color: var(--right); } .group.wrong > .mark { color: var(--wrong); } .group.open > .mark { color: var(--open); }
.of { display: block; font-size: 0.84rem; color: var(--soft); overflow-wrap: anywhere; }
.way { display: block; } .way + .way::before { content: 'or '; color: var(--soft); font-size: 0.86em; }
.step { display: inline-block; }
.group.wrong .step.key { font-weight: 650; color: var(--wrong); }
.arrow { color: var(--soft); padding-right: 0.3rem; font-weight: 400; }
.rule { display: block; margin-top: 0.2rem; font-size: 0.84rem; overflow-wrap: anywhere; }
.rule code { font-size: 0.95em; }
details.rows { margin-top: 0.4rem; font-size: 0.84rem; }
details.rows > summary { color: var(--soft); }
details.rows ul { list-style: none; margin: 0.35rem 0 0; padding: 0; display: grid; gap: 0.3rem; }
.name { overflow-wrap: anywhere; font-weight: 600; }
.reports { margin: 0; padding: 0.75rem 1rem 0.85rem 2.6rem; border-top: 1px solid var(--line); display: grid; gap: 0.5rem; }
.reports li::marker { font-weight: 700; color: var(--wrong); }
.reports li:target { background: var(--wrong-tint); outline: 2px solid var(--wrong-edge); outline-offset: 4px; border-radius: 4px; }
.reports .place { color: var(--soft); font-size: 0.87rem; overflow-wrap: anywhere; }
.reports p { margin: 0.1rem 0 0; max-width: 75rem; }
.note { color: var(--soft); padding: 0 1rem 0.75rem; margin: 0.5rem 0 0; }
footer { color: var(--soft); font-size: 0.87rem; padding-top: 1rem; padding-bottom: 3rem; }
body:has(#wrong-only:checked) :is(article, tbody tr, section):not(.has-wrong) { display: none; }
@media (max-width: 44rem) {
  header, main, footer { padding-left: 0.75rem; padding-right: 0.75rem; }
  .scroll { overflow-x: visible; }
  table, tbody, tr, td, tbody th { display: block; width: auto; min-width: 0; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody th { position: static; border-right: 0; }
  td { border-right: 0; }
  td::before { content: attr(data-head); display: block; font-size: 0.8rem; font-weight: 600; color: var(--soft); }
  .guide dl { grid-template-columns: 1fr; } .guide dd { margin-bottom: 0.4rem; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { .tools, nav, .skip { display: none; } article { break-inside: avoid; } .scroll { overflow: visible; } table { min-width: 0; } }
`;
