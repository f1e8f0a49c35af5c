// A test of the layout check: it has to find each broken layout, and only these.
import { expect, type Page, test } from '@playwright/test'
import { findLayoutFaults } from '../support/layout-check.ts'

/** Elements of a real page, in a layout without faults. */
const SCREEN = `<!doctype html>
<html lang="en">
  <style>
    body { margin: 0; font: 16px/1.5 sans-serif; background: white }
    a { color: navy }
    ul { list-style: none; margin: 0; padding: 0 }
    .read { display: grid; gap: 2rem; padding: 1rem; max-width: 40rem }
    @media (width >= 40rem) { .read { grid-template-columns: 6rem 1fr } }
    .share, .tabs, .tags, .icons { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem }
    .share { flex-direction: column }
    .tags { gap: 0.5rem }
    td { white-space: nowrap }
    figure { margin: 1rem }
    section { margin: 1rem; overflow-x: auto }
    .card { margin: 1rem; padding: 1rem; width: 18rem; border: 1px solid silver; border-radius: 8px }
    .chip, .tags li { padding: 0 0.6rem; border-radius: 1rem; background: #ddd }
    .save { padding: 0.5rem 1rem; white-space: nowrap }
    .pane { position: relative; padding: 1rem }
    .icons a { display: grid; place-items: center; width: 32px; height: 32px }
  </style>
  <nav class="tabs"><a href="/in">Sign In</a><a href="/up">Sign Up</a></nav>
  <div class="read">
    <ul class="share"><li><a href="/t">Twitter</a></li><li><a href="/f">Facebook</a></li><li><a href="/m">E-mail</a></li></ul>
    <p class="text">The ferry left the quay at noon, and the people who had waited for it since early morning sat
      down on their boxes again. Nobody could tell them when the next one would come.</p>
  </div>
  <figure><h2>What the tide left</h2><figcaption>A boot and part of a chair</figcaption></figure>
  <div class="card"><h3>Publishing</h3><span class="chip">Waiting for approval</span></div>
  <ul class="tags"><li>Harbour</li><li>Ferries</li><li>Tides</li></ul>
  <section><table><tr><th>Site</th><th>Address</th></tr><tr><td>Tide</td>
    <td>https://tide.example/a-long-address-without-any-place-to-break-it-in-two</td></tr></table></section>
  <div class="pane"><button class="save">Save all the changes</button><div class="veil"></div></div>
  <nav class="icons"><a href="/x" aria-label="X">x</a><a href="/y" aria-label="Y">y</a><a href="/z" aria-label="Z">z</a></nav>
</html>`

/** Returns the kinds of faults, which are the first words of the sentences. */
const kindsOf = (faults: string[]) => [...new Set(faults.map((fault) => fault.split(':')[0]))]

async function open(page: Page, width: number, screen = SCREEN): Promise<void> {
  await page.setViewportSize({ width, height: 700 })
  await page.setContent(screen)
}

const BROKEN = [
  {
    name: 'share links that lie across a paragraph, because two parts use one class',
    css: '.share { flex-flow: row; height: 0.4rem }',
    kind: 'text on text',
    about: '"E-mail" (a) lies on "The ferry left the quay at noon…" (p.text)',
  },
  {
    name: 'a heading over the caption of a picture',
    css: 'h2 { margin-bottom: -1.8rem }',
    kind: 'text on text',
    about: '"A boot and part of a chair" (figcaption)',
  },
  {
    name: 'a label that its button cuts off',
    css: '.save { width: 6rem; overflow: hidden }',
    kind: 'cut off',
    about: '"Save all the changes" (button.save)',
  },
  {
    name: 'a paragraph that a fixed height cuts off',
    css: '.text { height: 2.2rem; overflow: hidden }',
    kind: 'cut off',
    about: '(p.text)',
  },
  {
    name: 'tabs that touch',
    css: '.tabs { gap: 0 }',
    kind: 'runs together',
    about: '"Sign In" (a) and "Sign Up" (a)',
  },
  {
    name: 'tags that run together',
    css: '.tags { gap: 0 } .tags li { padding: 0; background: none }',
    kind: 'runs together',
    about: '"Harbour" (li) and "Ferries" (li)',
  },
  {
    name: 'a table that makes the page wider than the window of a phone',
    css: 'section { overflow: visible }',
    kind: 'sticks out',
    about: 'than the window of 390 px',
    width: 390,
  },
  {
    name: 'a chip that sticks out of its card',
    css: '.chip { margin-left: 10rem; white-space: nowrap }',
    kind: 'sticks out',
    about: '"Waiting for approval" (span.chip)',
  },
  {
    name: 'a button under something that cannot be seen',
    css: '.veil { position: absolute; inset: 0 }',
    kind: 'covered',
    about: '"Save all the changes" (button.save) lies under "" (div.veil)',
  },
  {
    name: 'links of 16 px side by side',
    css: '.icons { gap: 4px } .icons a { width: 16px; height: 16px }',
    kind: 'too small to hit',
    about: '"x" (a) is 16 x 16 px',
  },
]

for (const { name, css, kind, about, width = 1000 } of BROKEN) {
  test(`the check finds ${name}`, async ({ page }) => {
    await open(page, width)
    expect(await findLayoutFaults(page)).toEqual([])
    await page.addStyleTag({ content: css })
    const faults = await findLayoutFaults(page)
    expect(kindsOf(faults)).toEqual([kind])
    expect(faults.join('\n')).toContain(about)
  })
}

const SOUND = [
  {
    name: 'a title that ends with an ellipsis',
    html: '<h3 style="width: 6rem; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">A very long title</h3>',
  },
  {
    name: 'a teaser that ends after two lines',
    html: `<p style="width: 9rem; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2">
      Some words that take far more than the two lines which a card has for them</p>`,
  },
  {
    name: 'a text for screen readers',
    html: `<p>Words on the page <span style="position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
      clip-path: inset(50%); white-space: nowrap">and words for screen readers</span></p>`,
  },
  {
    name: 'links in a sentence',
    html: `<p style="font-size: 14px; line-height: 1.2">The record is kept in offices <a href="/a">1</a>, <a href="/b">2</a>
      and <a href="/c">3</a>, as <b>every</b>body knows.</p>`,
  },
  {
    name: 'a card that is one link, over another one to the same page',
    html: `<article style="position: relative"><a href="/a">Picture</a><h3><a href="/a">The small instruments
      <span style="position: absolute; inset: 0"></span></a></h3><p>What they heard</p></article>`,
  },
  {
    name: 'a header that stays while the page scrolls',
    html: `<header style="position: sticky; top: 0; background: white"><a href="/">Broadsheet</a></header>
      ${'<p>Words <a href="/more">and more</a></p>'.repeat(60)}`,
    scrollTop: 500,
  },
  {
    name: 'what a closed part of the page holds',
    html: `<details><summary>More</summary><p style="height: 1rem; overflow: hidden">Words that are<br />cut off</p></details>`,
  },
  {
    name: 'words that a closed part of the page holds by themselves',
    html: `<details style="border: 1px solid; height: 1.5rem"><summary>More</summary>Words that nobody sees yet</details>`,
  },
  {
    name: 'a menu that is open over the page',
    html: `<details open style="position: relative"><summary>Categories</summary>
      <div style="position: absolute; background: white"><p><a href="/a">Technology</a></p><p><a href="/b">Health</a></p></div>
      </details><p><a href="/c">Words</a> that lie under it</p><p><a href="/d">and more</a> of them</p>`,
  },
  {
    name: 'a sheet over the whole page',
    html: `${'<p>Words that <a href="/more">lie under it</a></p>'.repeat(5)}<div popover style="margin: 0; padding: 0; border: 0;
      width: 100%; height: 100%"><a href="/a">Technology</a></div>
      <script>document.querySelector('[popover]').showPopover()</script>`,
  },
  {
    name: 'links that skip a part of the page and are outside it until they have the focus',
    html: `<style>.skip { position: absolute; top: -4rem }</style><a class="skip" href="#main">Skip to the news</a>
      <a class="skip" href="#end">Skip to the end</a><h1 id="main">News</h1><p id="end">End</p>`,
  },
  {
    name: 'news that move through their window',
    html: `<style>@keyframes move { to { translate: -100% } }</style>
      <div style="overflow: hidden; width: 12rem; white-space: nowrap">
      <span style="display: inline-block; animation: move 40s linear infinite">Every author has a page of its own</span></div>`,
  },
  {
    name: 'controls that are shown by their labels alone',
    html: `<style>fieldset { position: relative } label { padding: 4px; margin: 8px }
      input { position: absolute; left: 0; opacity: 0; width: 8px; height: 8px }</style>
      <fieldset><label><input type="radio" name="view" /> Grid</label><label><input type="radio" name="view" /> List</label>
      </fieldset>`,
  },
  {
    name: 'a dialog over the page',
    html: `${'<p>Words that <a href="/more">lie under it</a></p>'.repeat(5)}<dialog style="margin: 0; padding: 0"><p>Are you sure?</p>
      <button>Yes, remove it</button></dialog><script>document.querySelector('dialog').showModal()</script>`,
  },
]

for (const { name, html, scrollTop = 0 } of SOUND) {
  test(`the check accepts ${name}`, async ({ page }) => {
    await open(page, 800, `<!doctype html><body>${html}`)
    await page.evaluate((top) => scrollTo(0, top), scrollTop)
    expect(await findLayoutFaults(page)).toEqual([])
    expect(await page.evaluate(() => scrollY)).toBe(scrollTop)
  })
}
