// The clipboards of programs as they are written, and their text as our pages show it.
// @store none
import domino from '@mixmark-io/domino'
import { expect, test } from 'vitest'
import { renderMarkdown } from '../app/features/articles/markdown/render-markdown.server.ts'
import { toPastedMarkdown } from '../app/features/writing/editor/clipboard-to-markdown.ts'

const paste = (html: string, text = '') => toPastedMarkdown(html, text, domino.createDocument)

/** Returns what our pages show for a pasted text, without the parts that each page has. */
const show = (html: string) =>
  renderMarkdown({ content: paste(html), baseUrl: null, lang: 'en' })
    .html.replace(
      /<a class="permalink".*?<\/a>|<div class="heading">(.*?)<a.*?<\/div>| (?:aria-label|disabled|referrerpolicy|class|tabindex)="[^"]*"/g,
      '$1',
    )
    .replace(/\s*\n\s*| id="text-[^"]*"/g, '')

const google = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:700;font-style:normal;text-decoration:none;">Tides</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-weight:400;font-style:normal;">Low </span><span style="font-weight:700;font-style:normal;">wa</span><span style="font-weight:700;font-style:normal;">ter</span><span style="font-weight:400;"> at </span><span style="font-weight:400;font-style:italic;">noon</span><span style="font-weight:400;text-decoration:line-through;">, or later</span><span>. See </span><a href="https://www.google.com/url?q=https://harbour.example/a?b%3D1%26c%3D2&amp;sa=D&amp;source=editors&amp;ust=17" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">the list</span></a><span>, x</span><span style="font-size:0.6em;vertical-align:super;">2</span></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;font-weight:700;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:700;">One</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">Two</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Three</span></p></li></ul><ol><li role="checkbox" aria-checked="true" dir="ltr"><img src="data:image/png;base64,iVBO" alt="checked" aria-roledescription="checkbox"><p dir="ltr"><span>Done</span></p></li></ol></b><br class="Apple-interchange-newline">`

test('Google Docs: styles are marks, lists are nested, and links lead straight to their page', () => {
  expect(paste(google)).toBe(
    '## Tides\n\nLow **water** at <em>noon</em><del>, or later</del>. See [the list](https://harbour.example/a?b=1&c=2), x<sup>2</sup>\n\n- **One**\n  - Two\n- Three\n\n1. [x] Done',
  )
  expect(show(google)).toContain('<ul><li><strong>One</strong><ul><li>Two</li></ul></li><li>Three</li></ul>')
})

const word = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]--><style><!--
 /* Style Definitions */
 p.MsoNormal, li.MsoNormal {margin:0cm;font-size:11.0pt;}
 h1 {font-weight:bold;}
 @list l0 {mso-list-id:1;}
 --></style></head><body lang=EN-GB><!--StartFragment-->
<h1>The harbour<o:p></o:p></h1>
<p class=MsoNormal>The first paragraph
goes on<b> in bold</b><a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span lang=EN-GB>[1]</span></span><![endif]></span></span></a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>The <i>second</i><span style='mso-spacerun:yes'>&nbsp; </span>paragraph.</p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Boats<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span><![endif]>Red <b>boats</b></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Quays</p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>3.<span>&nbsp; </span></span><![endif]>Third</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>4.<span>&nbsp; </span></span><![endif]>Fourth</p>
<table class=MsoTableGrid border=1><tr><td><p class=MsoNormal><b>Port</b></p></td><td><p class=MsoNormal><b>Depth</b></p></td></tr><tr><td><p class=MsoNormal>Quay | east</p></td><td><p class=MsoNormal>4 m</p><p class=MsoNormal>at noon</p></td></tr></table>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span>[1]</span><![endif]></span></span></a> The note.<o:p></o:p></p></div></div>
<!--EndFragment--></body></html>`

test('Word: paragraphs, lists, a table and a footnote, whose number the text does not have', () => {
  expect(paste(word, 'old[^1]')).toBe(
    '# The harbour\n\nThe first paragraph goes on **in bold**[^2].\n\nThe *second* paragraph.\n\n- Boats\n  - Red **boats**\n- Quays\n\n3. Third\n4. Fourth\n\n| Port | Depth |\n| --- | --- |\n| Quay \\| east | 4 m<br>at noon |\n\n[^2]: The note.',
  )
  expect(show(word)).toContain(
    '<ol start="3"><li>Third</li><li>Fourth</li></ol><table><thead><tr><th>Port</th>',
  )
  expect(show(word)).toMatch(
    /<strong>in bold<\/strong><sup><a href="#text-fn1">\[1\]<\/a><\/sup>\..*<li><p>The note\./,
  )
})

const excel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=Generator content="Microsoft Excel 15"><style><!--table {mso-displayed-decimal-separator:"\\.";} td {font-weight:400;} .xl65 {font-weight:700;} .xl66 {mso-number-format:"\\@";} --></style></head><body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse'><!--StartFragment--><col width=64 span=3><tr height=20><td class=xl65 width=64>Port</td><td class=xl65>Depth</td><td></td></tr><tr><td class=xl66>Harbour</td><td align=right>4.5</td><td class=xl65>deep</td></tr><tr><td colspan=2>both</td><td>-1</td></tr><!--EndFragment--></table></body></html>`
test('Excel: the first row is the header', () =>
  expect(paste(excel)).toBe(
    '| Port | Depth |  |\n| --- | --- | --- |\n| Harbour | 4.5 | **deep** |\n| both |  | \\-1 |',
  ))

const sheets = `<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px;font-weight:bold;">Port</td><td style="overflow:hidden;font-weight:bold;">Link</td></tr><tr><td style="font-style:italic;">Ebb<br/>Flood</td><td><a class="in-cell-link" target="_blank" href="https://harbour.example/">site</a></td></tr></tbody></table>`
test('Google Sheets: the first row is the header, and a cell keeps its lines', () => {
  expect(paste(sheets)).toBe(
    '| Port | Link |\n| --- | --- |\n| *Ebb*<br>*Flood* | [site](https://harbour.example/) |',
  )
  expect(show(sheets)).toContain('<td><em>Ebb</em><br /><em>Flood</em></td>')
})

const office = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 7.6"/><style type="text/css">p { margin-bottom: 0.25cm } a.sdfootnoteanc { font-size: 57% }</style></head><body lang="de-DE" dir="ltr"><h2 class="western"><font color="#000000">Kapitel</font></h2>
<p style="line-height: 115%; margin-bottom: 0.35cm">Ein <b>fetter</b> und
<i>kursiver</i> <s>alter</s> Text<sup><a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></sup>.</p>
<ol><li><p style="line-height: 115%">Eins</p><ol type="a"><li><p>Eins a</p></li></ol></li><li><p>Zwei</p></li></ol>
<div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a> Die Fußnote.</p></div></body></html>`
test('LibreOffice: marks, lists and a footnote', () =>
  expect(paste(office)).toBe(
    '## Kapitel\n\nEin **fetter** und *kursiver* ~~alter~~ Text[^1].\n\n1. Eins\n   1. Eins a\n2. Zwei\n\n[^1]: Die Fußnote.',
  ))

const pages = `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px; font: 18.0px 'Helvetica Neue'} p.p2 {font: 12.0px 'Helvetica Neue'} li.li2 {font: 12px Helvetica} span.s1 {font: bold 12.0px 'Helvetica Neue'} span.s2 {text-decoration: line-through} ul.ul1 {list-style-type: disc}</style></head><body><p class="p1"><b>Tide notes</b></p><p class="p2">Low<span class="Apple-converted-space"> </span><span class="s1">water</span> and <span class="s2">high</span> <i>water</i>.<span class="Apple-converted-space">  </span></p><p class="p2"><br></p><ul class="ul1"><li class="li2">Boat<ul class="ul1"><li class="li2">Oar</li></ul></li></ul></body></html>`
test('Pages and Notes: the classes of a style sheet are marks', () =>
  expect(paste(pages)).toBe('**Tide notes**\n\nLow **water** and ~~high~~ *water*.\n\n- Boat\n  - Oar'))

const web = `<meta charset='utf-8'><article><a href="https://x.example/n"><h3>News</h3><p>Of the <em>day</em></p></a><p>Use <code>npm &lt;x&gt;</code> &amp; <b>"quoted"</b>s.</p><div class="highlight highlight-source-js"><pre class="chroma"><span class="line-number">1</span><span class="k">const</span> <span>a</span> = \`*b*\`<br><span class="line-number">2</span>a()</pre><button>Copy</button></div><b><p>One</p><p>Two</p></b><p>Gmail<br><br>two<br>three</p><script>alert(1)</script><img src="data:image/png;base64,AA" onerror="alert(1)"><a href="javascript:alert(1)">bad</a><figure><img src="https://x.example/a.png" alt="A boat"><figcaption>The boat</figcaption></figure><blockquote><p>Said</p></blockquote><hr><p>1. not a list</p><p># no heading *or* &lt;tag&gt;</p></article>`
test('a web page: code in its language, a link around blocks in each, no scripts, and signs as they were read', () => {
  expect(paste(web)).toBe(
    '### [News](https://x.example/n)\n\n[Of the *day*](https://x.example/n)\n\nUse `npm <x>` & <strong>"quoted"</strong>s.\n\n```js\nconst a = `*b*`\na()\n```\n\n**One**\n\n**Two**\n\nGmail\n\ntwo  \nthree\n\nbad\n\n![A boat](https://x.example/a.png "The boat")\n\n> Said\n\n---\n\n1\\. not a list\n\n\\# no heading \\*or\\* \\<tag>',
  )
  expect(show(web)).toContain('<hr /><p>1. not a list</p><p># no heading *or* &lt;tag&gt;</p>')
})

const notion = `<meta charset='utf-8'><h1>Plan</h1><p>Some <strong>bold</strong><em>italic</em> <del>old</del></p><ul><li>One<ul><li>Two</li></ul></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Task</span></li><li><div class="checkbox checkbox-off"></div> <span>Open</span></li></ul><pre><code class="language-javascript">let a = 1
</code></pre><!-- notionvc: 1 -->`
test('Notion: tasks, marks beside each other, and code', () => {
  expect(show(notion)).toBe(
    '<h2>Plan</h2><p>Some <strong>bold</strong><em>italic</em> <s>old</s></p><ul><li>One<ul><li>Two</li></ul></li></ul><ul><li><input type="checkbox" checked="checked" /> Task</li><li><input type="checkbox" /> Open</li></ul><pre data-language="JavaScript"><code><span>let</span> a = <span>1</span></code></pre>',
  )
})

const online = (level: number, text: string) =>
  `<div class="ListContainerWrapper SCXW1"><ul role="list" class="BulletListStyle1"><li role="listitem" data-aria-level="${level}"><p class="Paragraph"><span class="TextRun"><span>${text}</span></span></p></li></ul></div>`

test('Word in the browser, whose items are lists of their own', () =>
  expect(paste(`${online(1, 'One')}${online(2, 'Two')}${online(1, 'Three')}<p>End</p>`)).toBe(
    '- One\n  - Two\n- Three\n\nEnd',
  ))

test.each([
  ['a cell alone', '<table><tr><td>4.5</td></tr></table>', '4.5'],
  ['a table that places blocks', '<table><tr><td><h2>A</h2></td><td>b</td></tr></table>', '## A\n\nb'],
  [
    'code with numbers of lines',
    '<table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table>',
    '```\na\nb\n```',
  ],
  [
    'code whose lines are blocks',
    '<pre><code data-lang="go"><div>a</div><div>\tb</div></code></pre>',
    '```go\na\n\tb\n```',
  ],
  ['a marked code', '<p><b><code>a*b</code></b></p>', '**`a*b`**'],
  ['a mark around spaces', '<p>a<b> b </b>c</p>', 'a **b** c'],
  ['what is not shown', '<p>a<span style="display:none">b</span></p>', 'a'],
  ['a link that leads nowhere', '<p><a href="#x">a</a> <a>b</a></p>', 'a b'],
  ['two paragraphs', '<p>a_b</p><p>c</p>', String.raw`a\_b` + '\n\nc'],
])('%s', (_, html, markdown) => expect(paste(html)).toBe(markdown))
