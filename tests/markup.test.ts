// The HTML of all screens, checked by the standard (html.spec.whatwg.org).
import { HtmlValidate } from 'html-validate'
import { beforeAll, expect, test } from 'vitest'
import { signUpPublisher } from './support/publisher.ts'
import { addSite, queryStore, type TestServer } from './support/server.ts'
import { shareServer } from './support/shared-server.ts'

const TEXT = `Two sentences. With a note.[^1]

## Of sails

![A boat](/with a space.png "The title")
![Another](<https://pictures.example/a b.png>)

| Wind | Sails |
| :--- | ----: |
| fresh | two |

- [x] done
- [ ] open

\`\`\`ts
const sails: number = 2
\`\`\`

https://www.youtube.com/watch?v=dQw4w9WgXcQ

> A quote with <abbr title="Royal Yacht Club">RYC</abbr> and ~~an error~~.

1. [A link](/a b) and https://harbour.example/?a=1&b=2

<details><summary>More</summary>Less</details>

[^1]: The note, with [a link](/x).
`

const validator = new HtmlValidate({
  root: true,
  elements: ['html5'],
  extends: ['html-validate:standard'],
  rules: {
    'void-style': 'off', // the standard allows both styles
    'no-inline-style': 'off',
  },
})

let server: TestServer
let cookie: string

beforeAll(async () => {
  server = await shareServer()
  await addSite(server, 'Harbour')
  const publisher = await signUpPublisher(server, { author: 'Ines', siteIds: [] })
  cookie = publisher.cookie
  for (const title of ['Everything', 'Another one'])
    await publisher.publish({ title, content: TEXT, tags: 'Travel, Sea', siteIds: publisher.siteIds })
  const owner = `(select id from users order by created_at desc limit 1)`
  await queryStore(
    server,
    `insert into cities (id, user_id, name, state, slug) values ('${CITY}', ${owner}, 'Toledo', 'Ohio', 'toledo-ohio')`,
  )
  await queryStore(
    server,
    `insert into services (id, user_id, name, slug) values ('${SERVICE}', ${owner}, 'Roofs', 'roofs')`,
  )
  await queryStore(
    server,
    `insert into target_sites (id, name, url, kind, owner_id) values ('${SITE}', 'Own', 'https://own.example', 'hosted', ${owner})`,
  )
  await queryStore(
    server,
    `insert into generated_pages (id, user_id, slug, is_published, meta_title, content)
     values ('${PAGE}', ${owner}, 'roofs-toledo-ohio', true, 'Roofs in Toledo', '<p>Slates.</p><ul><li><a href="/x">X</a></li></ul>')`,
  )
  await queryStore(
    server,
    `insert into seo_settings (user_id, business_name, business_phone, business_city)
     values (${owner}, 'Tide & Sons', '410 555 0131', 'Toledo')`,
  )
})

const [CITY, SERVICE, SITE, PAGE] = ['1', '2', '3', '4'].map((n) => `0198c0de-0000-7000-8000-00000000000${n}`)

/** Returns the faults of a page, a line for each. */
async function listFaults(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const { body } = await server.ask(path, { headers })
  const { results } = await validator.validateString(body)
  const lines = body.split('\n')
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, line, column }) => {
      const place = lines[line - 1]?.slice(Math.max(0, column - 30), column + 90) ?? ''
      return `${ruleId}: ${message} … ${place}`
    })
}

test.each([
  '/',
  '/?page=2',
  '/article/everything',
  '/article/none',
  '/category/travel',
  '/category/none',
  '/author/Ines',
  '/author/none',
  '/search',
  '/search?q=sail',
  '/search?q=zzzz',
  '/roofs-toledo-ohio',
  '/auth',
  '/auth?tab=sign-up',
  '/auth/forgot',
  '/auth/reset?token=x',
  '/auth/verify?token=x',
])('a public page follows the standard: %s', async (path) => {
  expect(await listFaults(path)).toEqual([])
})

test.each([
  '/publisher',
  '/articles',
  '/articles?unpublish=ID',
  '/articles/ID',
  '/articles/ID?ask=delete',
  '/backlink-fixer',
  '/backlink-fixer/report',
  '/seo-dashboard',
  '/seo-dashboard/audit',
  '/seo-dashboard/notices',
  '/seo-dashboard/pages',
  `/seo-dashboard/pages/${PAGE}`,
  '/seo-dashboard/pages/template',
  '/seo-settings',
  '/seo-settings?tab=business',
  '/manage-cities',
  '/manage-cities?ask=delete-all',
  '/manage-cities/import',
  '/import',
  `/manage-cities/${CITY}`,
  '/manage-services',
  `/manage-services/${SERVICE}`,
  '/manage-sites',
  '/manage-sites/new',
  '/manage-sites/import',
  '/manage-sites/new?kind=hosted',
  '/manage-sites/new?kind=wordpress',
  '/manage-sites/new?kind=ghost',
  '/manage-sites/new?kind=webhook',
  `/manage-sites/${SITE}`,
  `/manage-sites/${SITE}?remove=1`,
  '/account',
  '/account/data',
  '/account/factors',
  '/account/factors?add=totp',
  '/account/factors?add=phone',
  '/account/factors?add=webauthn',
  '/account/tokens',
  '/device',
  '/account/accounts',
  '/members',
  '/record',
])('a screen of the desk follows the standard: %s', async (path) => {
  const [article] = await queryStore<{ id: string }>(
    server,
    `select id from blog_posts where slug = 'everything' and origin_id is null`,
  )
  expect(await listFaults(path.replace('ID', article?.id ?? ''), { cookie })).toEqual([])
})
