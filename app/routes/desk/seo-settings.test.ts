import { beforeAll, describe, expect, test } from 'vitest'
import { importRecords } from '../../../tests/support/import.ts'
import {
  addSite,
  ended,
  queryStore,
  runTool,
  signUp,
  type TestServer,
} from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'

let server: TestServer
let owner: { cookie: string; email: string }
let stranger: { cookie: string; email: string }

beforeAll(async () => {
  server = await shareServer()
  owner = await signUp(server)
  stranger = await signUp(server)
  await addSite(server, 'Harbour')
  await importRecords(server, [
    {
      title: 'The lead',
      content: 'Text.',
      author: 'Ines',
      tags: ['Sea'],
      published_at: '2025-03-09T12:00:00Z',
    },
  ])
})

const CODE = 'dBw5CvburAxi537Rp9qi5uG2174Vb6JwHwIRwPSLIK8'
const EVERYTHING = {
  siteName: 'The Tide & </script><b>',
  siteDomain: 'https://Tide.example/about',
  defaultMetaDescription: 'What the sea does, told every morning.',
  defaultOgImage: 'https://pictures.example/tide.png',
  gscVerificationCode: `<meta name="google-site-verification" content="${CODE}" />`,
  businessName: 'Tide Publishing Ltd',
  businessPhone: '+1 (555) 010-0199',
  businessAddress: '1 Quay Street',
  businessCity: 'Portland',
  businessState: 'ME',
  businessZip: '04101',
  businessLogoUrl: 'https://pictures.example/logo.png',
  socialFacebook: 'https://www.facebook.com/tide',
  socialTwitter: 'x.com/tide',
  socialLinkedin: '',
  socialInstagram: 'https://www.instagram.com/tide',
}

// Only one account can have a domain.
const THEIRS = { ...EVERYTHING, siteDomain: 'theirs.example' }

const read = async (path: string, host = 'localhost') => (await server.ask(path, { host })).body
const save = (form: Record<string, string>, { cookie } = owner) =>
  server.ask('/seo-settings', { form, headers: { cookie } })
const show = async ({ cookie } = owner) => (await server.ask('/seo-settings', { headers: { cookie } })).body

const graphOf = (body: string) => {
  const [, json = ''] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(body) ?? []
  const { '@graph': things } = JSON.parse(json) as { '@graph': Record<string, unknown>[] }
  return (type: string) => things.find((thing) => thing['@type'] === type)
}

describe('the settings of the site owner', () => {
  test('are on every page of the main site immediately, and on no other site', async () => {
    const before = await read('/')
    expect(before).not.toContain('google-site-verification')
    expect(before).toContain('og:image:width')
    const saved = await save(EVERYTHING)
    expect(saved.status).toBe(200)
    expect(saved.body).toContain('Settings saved successfully')

    const home = await read('/')
    expect(home).toContain('<title>The Tide &amp; &lt;/script&gt;&lt;b&gt;</title>')
    expect(home).toContain('class="wordmark" href="/">The Tide &amp; &lt;/script&gt;&lt;b&gt;</a>')
    expect(home).toContain('property="og:site_name" content="The Tide &amp; &lt;/script&gt;&lt;b&gt;"')
    expect(home).toContain('name="description" content="What the sea does, told every morning."')
    expect(home).toContain(`name="google-site-verification" content="${CODE}"`)
    expect(home).toContain('property="og:image" content="https://pictures.example/tide.png"')
    expect(home).not.toContain('og:image:width')
    expect(home).toContain('<a href="https://www.facebook.com/tide" aria-label="Facebook" rel="me noopener">')
    expect(home).toContain('<a href="https://x.com/tide" aria-label="Twitter"')
    expect(home).toContain('<a href="https://www.instagram.com/tide" aria-label="Instagram"')
    expect(home).toContain('<a href="/" aria-label="LinkedIn">')
    expect(home.split('</script>').length).toBe(before.split('</script>').length)
    expect(graphOf(home)('WebSite')).toMatchObject({ name: EVERYTHING.siteName })
    const identity = {
      '@type': 'Organization',
      '@id': `http://localhost:${server.port}/#organization`,
      url: `http://localhost:${server.port}/`,
    }
    const organization = {
      name: 'Tide Publishing Ltd',
      logo: 'https://pictures.example/logo.png',
      telephone: '+1 (555) 010-0199',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1 Quay Street',
        addressLocality: 'Portland',
        addressRegion: 'ME',
        postalCode: '04101',
      },
      sameAs: ['https://x.com/tide', 'https://www.facebook.com/tide', 'https://www.instagram.com/tide'],
    }
    expect(graphOf(home)('Organization')).toEqual({ ...identity, ...organization })

    const article = await read('/article/the-lead')
    expect(graphOf(article)('Article')).toMatchObject({ publisher: organization })
    expect(article).toContain('og:image:width') // its own picture
    expect(await read('/category/sea')).toContain('content="https://pictures.example/tide.png"')
    expect(await read('/search')).toContain('content="https://pictures.example/tide.png"')
    expect(await read('/feed.xml')).toContain('What the sea does, told every morning.')

    const harbour = await read('/', 'harbour.localhost')
    for (const word of ['Tide', CODE, 'facebook.com']) expect(harbour).not.toContain(word)
  })

  test('are changed immediately on cached pages', async () => {
    await save({ ...EVERYTHING, siteName: 'First' })
    for (const path of ['/', '/article/the-lead', '/category/sea', '/feed.xml', '/anything'])
      expect(await read(path), path).toContain('First')
    await save({ ...EVERYTHING, siteName: 'Second' })
    for (const path of ['/', '/article/the-lead', '/category/sea', '/feed.xml', '/anything']) {
      const body = await read(path)
      expect(body, path).toContain('Second')
      expect(body, path).not.toContain('First')
    }
  })

  test('give the site its default name back when they are emptied', async () => {
    await save({})
    const home = await read('/')
    expect(home).toContain('<title>Broadsheet</title>')
    expect(home).not.toContain('google-site-verification')
    expect(graphOf(home)('Organization')).not.toHaveProperty('telephone')
  })
})

describe('the settings of another account', () => {
  test('change no public page, and are shown to no other account', async () => {
    await save({ ...EVERYTHING, siteName: 'Of the owner' })
    const home = (await server.ask('/')).headers.etag
    const saved = await save(
      { ...THEIRS, siteName: 'canary-name', gscVerificationCode: `canary${CODE}` },
      stranger,
    )
    expect(saved.body).toContain('Settings saved successfully')
    const after = await server.ask('/')
    expect(after.headers['x-cache']).toBe('hit') // not even made again
    expect(after.headers.etag).toBe(home)
    expect(await show()).not.toContain('canary')
    expect(await show(stranger)).toContain('canary-name')
  })

  test('apply to the main site when their account becomes its owner', async () => {
    const tool = runTool(server, 'tools/user.ts', 'owner', stranger.email)
    expect((await ended(tool)).code).toBe(0)
    await expect.poll(() => read('/'), { timeout: 5000 }).toContain('canary-name')
    expect((await ended(runTool(server, 'tools/user.ts', 'owner', owner.email))).code).toBe(0)
    await expect.poll(() => read('/'), { timeout: 5000 }).toContain('Of the owner')
  })
})

describe('the form', () => {
  test('stores normalised values', async () => {
    await save(EVERYTHING)
    const [row] = await queryStore(
      server,
      `select * from seo_settings where user_id = (select id from users where email = '${owner.email}')`,
    )
    expect(row).toMatchObject({
      site_domain: 'tide.example',
      gsc_verification_code: CODE,
      social_twitter: 'https://x.com/tide',
      business_phone: '+1 (555) 010-0199',
    })
  })

  test('refuses all of it for one wrong field, opens its tab, and keeps typed values', async () => {
    const answer = await save({
      ...EVERYTHING,
      siteName: 'Not saved',
      businessPhone: 'call us',
      tab: 'general',
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('Failed to save settings')
    expect(answer.body).toContain('Please enter a telephone number')
    expect(answer.body).toContain('value="call us"')
    expect(answer.body).toContain('value="Not saved"')
    expect(answer.body).toMatch(/name="tab" checked="" value="business"/)
    expect(await read('/')).not.toContain('Not saved')
  })

  test('ignores fields that are not its own', async () => {
    const { email } = stranger
    await save(
      { ...THEIRS, siteName: 'Mine', userId: email, user_id: email, updatedAt: '2000-01-01' },
      stranger,
    )
    const rows = await queryStore<{ site_name: string }>(
      server,
      'select site_name from seo_settings order by site_name',
    )
    expect(rows.map((row) => row.site_name).toSorted()).toEqual(['Mine', EVERYTHING.siteName])
  })

  test('shows an error if the database refuses, and keeps typed values', async () => {
    await queryStore(server, `alter table seo_settings add constraint broken check (site_name <> 'Refused')`)
    const answer = await save({ ...EVERYTHING, siteName: 'Refused' })
    await queryStore(server, 'alter table seo_settings drop constraint broken')
    expect(answer.status).toBe(503)
    expect(answer.body).toContain('Failed to save settings')
    expect(answer.body).toContain('value="Refused"')
  })
})
