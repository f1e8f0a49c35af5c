import { v7 as uuidv7 } from 'uuid'
import { takePicture } from '../tests/support/pictures.ts'
import {
  addSite,
  ended,
  queryStore,
  runTool,
  signUp,
  startServer,
  type TestServer,
} from '../tests/support/server.ts'
import type { Bench } from './bench.ts'
import { corpusFile } from './corpus.ts'
import { quantile, report } from './measure.ts'
import { connectTo, onBothStores } from './stores.ts'

const PICTURES = 9_990 // an account may have ten more
const SITES = 20
const TIMES = 30

/** Measures the library of an account with 10,000 pictures, and the replacement of one in articles on 20 sites. */
export const benchPictures = ({ corpus }: Bench) =>
  onBothStores(async (store, settings) => {
    const server = await startServer({ DEMO: 'off', RATE_LIMITS: 'off', ...settings })
    await ended(runTool(server, 'tools/import.ts', corpusFile(corpus)))
    const { cookie } = await signUp(server)
    const siteIds: string[] = []
    for (let number = 0; number < SITES; number += 1) await addSite(server, `Site${number}`)
    for (const { id } of await queryStore<{ id: string }>(
      server,
      `select id from target_sites where kind = 'hosted'`,
    ))
      siteIds.push(id)
    const one = await fill(server)
    const visitor = { server, cookie, siteIds }
    for (const path of [
      '',
      '?page=200',
      '?q=harbour',
      '?q=zzqqxx',
      '?show=unused',
      '?show=no-alt',
      `/${one}`,
    ]) {
      const { status, taken } = await time(() => server.ask(`/pictures${path}`, { headers: { cookie } }))
      report(`${store}: /pictures${path.replace(one, 'ID')} (${status})`, toText(taken))
    }
    for (const articles of [1, 20])
      report(`${store}: ${articles} on ${SITES} sites replaced`, await measureReplacement(visitor, articles))
    await server.stop()
    server.forget()
  })

interface Visitor {
  server: TestServer
  cookie: string
  siteIds: string[]
}

/** Gives the account 10,000 pictures, and three of them to each article. Returns the id of one that is used. */
async function fill(server: TestServer): Promise<string> {
  const client = await connectTo(server)
  await client.query(`
    update blog_posts set user_id = (select id from users);
    insert into uploads (id, user_id, hash, width, height, bytes, name, alt, caption)
    select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, (select id from users), n, 1600, 1000, 1,
      'photo-' || n || '.jpg', case when n % 7 <> 0 then 'The harbour at low water, number ' || n else '' end, 'By Ines ' || n
    from generate_series(1, ${PICTURES}) n;
    update blog_posts set content = content || e'\\n\\n![Boat](/uploads/01900000-0000-7000-8000-' || lpad(to_hex(place), 12, '0')
      || '-1600x1000.webp) ![Boat](/uploads/01900000-0000-7000-8000-000000000001-1600x1000.webp)'
    from (select id, row_number() over (order by id) as place from blog_posts) numbered where numbered.id = blog_posts.id;
  `)
  await client.query('vacuum analyze')
  await client.end()
  return '01900000-0000-7000-8000-000000000001'
}

async function measureReplacement({ server, cookie, siteIds }: Visitor, articles: number): Promise<string> {
  const upload = await takePicture({ width: 1600, height: 1000, format: 'jpeg', shade: articles })
  const added = await server.ask('/uploads', { body: upload, headers: { cookie } })
  const { path } = JSON.parse(added.body) as { path: string }
  const titles = Array.from({ length: articles }, (_, number) => `Replaced ${articles} ${number}`)
  for (const title of titles)
    await server.ask('/publisher', {
      headers: { cookie },
      form: { draftId: uuidv7(), title, content: `![Boat](${path})`, author: 'Ines', siteIds },
    })
  const form = new FormData()
  form.set('intent', 'replace')
  const other = await takePicture({ width: 1600, height: 1000, format: 'jpeg', shade: articles + 100 })
  form.set('file', new File([new Uint8Array(other)], 'other.jpg'))
  const request = new Response(form)
  const body = Buffer.from(await request.arrayBuffer())
  const headers = { cookie, 'content-type': request.headers.get('content-type') ?? '' }
  const [, id = ''] = /^\/uploads\/(.{36})/.exec(path) ?? []
  const startedAt = performance.now()
  const answer = await server.ask(`/pictures/${id}`, { body, headers })
  const takenMs = performance.now() - startedAt
  if (answer.status !== 302) throw new Error(`The replacement was answered with ${answer.status}.`)
  let old = 0
  for (const host of ['localhost', ...siteIds.map((_, number) => `site${number}.localhost`)])
    for (const title of titles) {
      const page = await server.ask(`/article/${title.toLowerCase().replaceAll(' ', '-')}`, { host })
      if (page.status !== 200 || page.body.includes(path)) old += 1
    }
  return `${takenMs.toFixed(0)} ms, with the encoding; ${old} pages still show the old picture`
}

async function time(run: () => Promise<{ status: number }>): Promise<{ status: number; taken: number[] }> {
  const taken: number[] = []
  let status = 0
  for (let round = -2; round < TIMES; round += 1) {
    const startedAt = performance.now()
    ;({ status } = await run())
    if (round >= 0) taken.push(performance.now() - startedAt)
  }
  return { status, taken }
}

const toText = (taken: number[]) =>
  `${quantile(taken, 0.5).toFixed(1)} ms, 95 of 100 within ${quantile(taken, 0.95).toFixed(1)} ms`
