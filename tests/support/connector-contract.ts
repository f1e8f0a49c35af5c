// The promises of every connector to a site, tested with a fake or with the real software.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findConnector } from '../../app/connectors/sites/connectors.server.ts'
import type { RemoteKind } from '../../app/connectors/sites/site-connector.ts'
import { env } from '../../app/platform/env.server.ts'
import { describeRepeats } from './connector-repeats.ts'
import {
  type ConnectorSubject,
  type ConnectorTarget,
  findCopy,
  makeOutgoing,
  openPage,
} from './connector-target.ts'

const RICH_HTML = `<h2 id="ebb">Ebb &amp; flow</h2>
<p>A <a href="https://harbour.example/tides?year=2026&amp;month=1" rel="nofollow">link</a>, <strong>strong</strong> &lt;text&gt;.</p>
<pre><code class="language-js">const tide = [gallery] + list[0]

https://www.youtube.com/watch?v=dQw4w9WgXcQ
if (tide &lt; 3 &amp;&amp; !ebb) {
    wait("a -- b")
}
</code></pre>
<table><thead><tr><th>Hour</th><th>Metres</th></tr></thead><tbody><tr><td>6</td><td>4.2</td></tr></tbody></table>
<p><img src="https://harbour.example/quay.png" alt="The quay"></p>
<blockquote><p>“Wait for it.”</p></blockquote>
<ul><li>one<ul><li>two</li></ul></li></ul>`

const RICH_CODE = `const tide = [gallery] + list[0]

https://www.youtube.com/watch?v=dQw4w9WgXcQ
if (tide < 3 && !ebb) {
    wait("a -- b")
}
`

/** Returns the text of the code in a page as a reader sees it. */
const readCode = (page: string) =>
  decode(/<pre[^>]*>\s*<code[^>]*>(.*?)<\/code>/s.exec(page)?.[1] ?? '').replaceAll(/<[^>]+>/g, '')

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }
const decode = (html: string) =>
  html.replaceAll(/&(?:#(\d+)|(lt|gt|amp|quot));/g, (_whole, code: string | undefined, name: string) =>
    code ? String.fromCodePoint(Number(code)) : (NAMED[name] ?? ''),
  )

/** Declares the tests. `start` runs before the first of them. */
export function describeContract<K extends RemoteKind>(
  name: string,
  start: () => Promise<ConnectorTarget<K>>,
): void {
  describe(name, () => {
    let subject: ConnectorSubject<K>
    beforeAll(async () => {
      const target = await start()
      env.OUTBOUND_ALLOW.add(new URL(target.site.url).host)
      subject = { target, connector: findConnector(target.kind) }
    })
    afterAll(async () => {
      await subject?.target.close()
      env.OUTBOUND_ALLOW.clear()
    })
    for (const [promise, keep] of Object.entries(PROMISES)) test(promise, () => keep(subject))
    describeRepeats(() => subject)
  })
}

type Promised = <K extends RemoteKind>(subject: ConnectorSubject<K>) => Promise<void>

const PROMISES: Record<string, Promised> = {
  'a connection that works says as whom we write there, and leaves nothing behind': async (subject) => {
    const { target, connector } = subject
    const { detail } = await connector.check(target.site)
    expect(detail).toMatch(/^\p{Lu}.{20,}\.$/u)
  },

  'an article arrives whole: title, code, table, picture, links, tags': async (subject) => {
    const { target, connector } = subject
    const article = makeOutgoing({
      title: 'Tides <b> & “ebbs” [gallery]',
      html: RICH_HTML,
      tags: ['Sea & shore', 'Science'],
    })
    const { url } = await connector.publish(target.site, article)
    const page = await openPage(url)
    expect(page).toContain('Tides &lt;b&gt; &amp; “ebbs” ')
    expect(readCode(page ?? '')).toBe(RICH_CODE)
    expect(page).toContain('<table><thead><tr><th>Hour</th><th>Metres</th></tr></thead><tbody><tr><td>6</td>')
    expect(page).toMatch(/<img[^>]*src="https:\/\/harbour\.example\/quay\.png"/)
    expect(page).toMatch(
      /<a href="https:\/\/harbour\.example\/tides\?year=2026&(?:amp;|#038;)?month=1(?:&ref=localhost)?"/,
    ) // Ghost adds `ref` to links, unless its owner switches that off
    expect(page).toContain('<h2 id="ebb">Ebb &amp; flow</h2>')
    expect(page).toMatch(/<ul><li>one<ul><li>two<\/li><\/ul><\/li><\/ul>/)
    expect(page).toMatch(/<a [^>]*>Sea &amp; shore<\/a>/)
    expect(page).toMatch(/<a [^>]*>Science<\/a>|\btag-science\b/) // a theme may link to one tag only
    expect(page?.replaceAll(/<[^>]*>/g, '')).not.toContain(article.deliveryId)
  },

  'a copy leads to the original where it should, and asks search engines to pass it by where it can': async (
    subject,
  ) => {
    const { target, connector } = subject
    const canonicalUrl = 'https://desk.example/article/a-quiet-harbour'
    const article = makeOutgoing({ canonicalUrl, isNoindex: true })
    const copy = await connector.publish(target.site, article)
    const page = (await openPage(copy.url)) ?? ''
    if (target.hasHead) {
      expect(page).toContain(`<link rel="canonical" href="${canonicalUrl}"`)
      expect(page).toContain('<meta name="robots" content="noindex">')
    } else
      expect(page).toMatch(
        /Originally published at <a href="https:\/\/desk\.example\/article\/a-quiet-harbour"/,
      )

    await connector.update(target.site, { ...article, orders: 2, canonicalUrl: null, isNoindex: false }, copy)
    const independent = (await openPage(copy.url)) ?? ''
    expect(independent).not.toContain(canonicalUrl)
    expect(independent).not.toContain('noindex')
  },

  'a change arrives, at a new address if the article has one, and is the only copy': async (subject) => {
    const { target, connector } = subject
    const article = makeOutgoing()
    const copy = await connector.publish(target.site, article)
    const moved = {
      ...article,
      orders: 2,
      title: 'A loud harbour',
      slug: `${article.slug}-moved`,
      tags: ['Storms'],
    }
    const { remoteId, url } = await connector.update(target.site, moved, copy)
    expect(remoteId).toBe(copy.remoteId)
    expect(url).toContain('-moved')
    const page = await openPage(url)
    expect(page).toContain('A loud harbour')
    expect(page).toMatch(/<a [^>]*>Storms<\/a>/)
    expect(page).not.toMatch(/<a [^>]*>Travel<\/a>/)
    expect(await findCopy(subject, article)).toMatchObject({ isPublic: true })
  },

  'what is taken off a site stays there as a draft, and comes back as the same copy': async (subject) => {
    const { target, connector } = subject
    const article = makeOutgoing()
    const copy = await connector.publish(target.site, article)
    const asked = { deliveryId: article.deliveryId, remoteId: copy.remoteId, forGood: false }
    await connector.unpublish(target.site, { ...asked, orders: 2 })
    await connector.unpublish(target.site, { ...asked, orders: 2 })
    expect(await openPage(copy.url)).toBeUndefined()
    expect(await findCopy(subject, article)).toMatchObject({ isPublic: false })

    const back = await connector.update(target.site, { ...article, orders: 3 }, copy)
    expect(back).toEqual(copy)
    expect(await openPage(copy.url)).toContain(article.title)
    await connector.unpublish(target.site, { ...asked, orders: 4 })
    expect(await openPage(copy.url)).toBeUndefined()
  },

  'what is removed for good is gone, also when we never heard of the copy; what is not there is no error':
    async (subject) => {
      const { target, connector } = subject
      const article = makeOutgoing()
      const { remoteId, url } = await connector.publish(target.site, article)
      const { deliveryId } = article
      await connector.unpublish(target.site, { deliveryId, orders: 2, remoteId: null, forGood: true })
      expect(await openPage(url)).toBeUndefined()
      expect(await findCopy(subject, article)).toBeUndefined()
      await connector.unpublish(target.site, { deliveryId, orders: 2, remoteId, forGood: true })
      await connector.unpublish(target.site, { deliveryId, orders: 3, remoteId, forGood: false })
      await connector.unpublish(target.site, {
        deliveryId: randomUUID(),
        orders: 1,
        remoteId: null,
        forGood: false,
      })
      expect(await findCopy(subject, article)).toBeUndefined()
    },

  'a copy that was deleted there is made again by the next change': async (subject) => {
    const { target, connector } = subject
    const article = makeOutgoing()
    const copy = await connector.publish(target.site, article)
    await target.deleteCopy?.(copy.remoteId)
    const anew = await connector.update(target.site, { ...article, orders: 2 }, copy)
    expect(await openPage(anew.url)).toContain(article.title)
    expect(await findCopy(subject, article)).toEqual({ remoteId: anew.remoteId, isPublic: true })
  },

  'articles that share their slug do not get in each other’s way': async (subject) => {
    const { target, connector } = subject
    const first = makeOutgoing()
    const second = makeOutgoing({ slug: first.slug })
    const copies = [await connector.publish(target.site, first), await connector.publish(target.site, second)]
    expect(copies[0]?.remoteId).not.toBe(copies[1]?.remoteId)
    expect(await connector.publish(target.site, second)).toEqual(copies[1])
    expect(await findCopy(subject, first)).toMatchObject({ isPublic: true })
    expect(await findCopy(subject, second)).toMatchObject({ isPublic: true })
  },

  'several publications of one article at once end as one copy': async (subject) => {
    const { target, connector } = subject
    const article = makeOutgoing()
    await Promise.allSettled([
      connector.publish(target.site, article),
      connector.publish(target.site, article),
      connector.publish(target.site, article),
    ])
    const copy = await connector.publish(target.site, article)
    expect(await findCopy(subject, article)).toEqual({ remoteId: copy.remoteId, isPublic: true })
  },

  'a long article with long names arrives': async (subject) => {
    const { target, connector } = subject
    const article = makeOutgoing({
      title: 'ä𝒳 '.repeat(100).trim(),
      excerpt: 'é'.repeat(600),
      metaDescription: '𝒳'.repeat(500),
      slug: `${'long-'.repeat(35)}${randomUUID().slice(0, 8)}`,
      tags: Array.from({ length: 20 }, (_, place) => `#Tag ${place} ${'x'.repeat(40)}`),
      html: `<p>${'The tide turned. '.repeat(12_000)}</p><p>The end 🌊.</p>`,
      imageUrl: 'https://harbour.example/a.png?b=1&c=2',
    })
    const { url } = await connector.publish(target.site, article)
    const page = await openPage(url)
    expect(page).toContain('The end 🌊.')
    expect(page).toContain('ä𝒳 ä𝒳')
  },
}
