import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findConnector } from '../../app/connectors/sites/connectors.server.ts'
import type { RemoteSite } from '../../app/connectors/sites/site-connector.ts'
import { env } from '../../app/platform/env.server.ts'
import { describeContract } from '../support/connector-contract.ts'
import { type ConnectorTarget, failureOf, makeOutgoing, openPage } from '../support/connector-target.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { startWordPress, type WordPressServer } from '../support/wordpress-server.ts'

const packages = process.env.TARGET_WORDPRESS?.split(':') ?? []

describe.skipIf(packages.length === 0)('the real WordPress', () => {
  describeContract('as an author', async () => {
    const wordpress = await startWordPress(packages)
    const proxy = await startFaultyProxy(wordpress.url)
    return {
      ...proxy,
      kind: 'wordpress',
      site: { url: proxy.url, credentials: { username: 'author', password: wordpress.passwords.author } },
      listCopies: wordpress.listCopies,
      deleteCopy: (remoteId) => wordpress.deletePost(remoteId, true),
      hasHead: false,
      async close() {
        await proxy.close()
        await wordpress.close()
      },
    } satisfies ConnectorTarget<'wordpress'>
  })

  describe('with another setup', () => {
    const { check, publish, update } = findConnector('wordpress')
    let wordpress: WordPressServer
    let site: RemoteSite<'wordpress'>
    beforeAll(async () => {
      wordpress = await startWordPress(packages)
      env.OUTBOUND_ALLOW.add(new URL(wordpress.url).host)
      site = { url: wordpress.url, credentials: { username: 'author', password: wordpress.passwords.author } }
    })
    afterAll(async () => {
      await wordpress?.close()
      env.OUTBOUND_ALLOW.clear()
    })

    test('a contributor may not publish, and leaves no public post', async () => {
      const password = wordpress.passwords.contributor
      const low = { ...site, credentials: { username: 'contributor', password } }
      expect((await failureOf(check(low), low)).detail).toContain('“contributor”, whose role is too low')
      const article = makeOutgoing()
      expect((await failureOf(publish(low, article), low)).reason).toBe('rejected')
      const copies = await wordpress.listCopies(article.deliveryId)
      expect(copies.filter(({ isPublic }) => isPublic)).toEqual([])
    })

    test.each([
      ['a wrong password', 'author', 'abcdEFGH1234ijklMNOP5678'],
      ['a wrong name', 'nobody', 'abcdEFGH1234ijklMNOP5678'],
    ])('%s is explained at the first request', async (_, username, password) => {
      const wrong = { ...site, credentials: { username, password } }
      expect((await failureOf(check(wrong), wrong)).reason).toBe('unauthorised')
      expect((await failureOf(publish(wrong, makeOutgoing()), wrong)).reason).toBe('unauthorised')
    })

    test('a copy in the bin comes back with the next change', async () => {
      const article = makeOutgoing()
      const copy = await publish(site, article)
      await wordpress.deletePost(copy.remoteId, false)
      expect(await update(site, { ...article, orders: 2 }, copy)).toEqual(copy)
      expect(await openPage(copy.url)).toContain(article.title)
      expect(await wordpress.listCopies(article.deliveryId)).toHaveLength(1)
    })

    test('plain permalinks work too', async () => {
      await wordpress.runPhp('$wp_rewrite->set_permalink_structure(""); $wp_rewrite->flush_rules();')
      const article = makeOutgoing()
      const copy = await publish(site, article)
      expect(copy.url).toBe(`${wordpress.url}/?p=${copy.remoteId}`)
      expect(await openPage(copy.url)).toContain(article.title)
      await wordpress.runPhp(
        '$wp_rewrite->set_permalink_structure("/%postname%/"); $wp_rewrite->flush_rules();',
      )
    })

    test('fields of an SEO plugin get the values of the article', async () => {
      await wordpress.addPlugin(
        `foreach (['_yoast_wpseo_canonical', '_yoast_wpseo_meta-robots-noindex', '_yoast_wpseo_metadesc'] as $key)
           register_post_meta('post', $key, ['type' => 'string', 'single' => true, 'show_in_rest' => true,
             'auth_callback' => fn() => current_user_can('edit_posts')]);`,
      )
      const canonicalUrl = 'https://desk.example/article/x'
      const { remoteId } = await publish(site, makeOutgoing({ canonicalUrl, isNoindex: true }))
      const stored = JSON.parse(
        await wordpress.runPhp(`echo json_encode(get_post_meta(${remoteId}));`),
      ) as unknown
      expect(stored).toMatchObject({
        _yoast_wpseo_canonical: [canonicalUrl],
        '_yoast_wpseo_meta-robots-noindex': ['1'],
      })
      expect((await check(site)).detail).toContain('set through Yoast SEO')
    })

    test('application passwords that are switched off are named as the reason', async () => {
      await wordpress.addPlugin(`add_filter('wp_is_application_passwords_available', '__return_false');`)
      expect((await failureOf(check(site), site)).detail).toContain('Application passwords are switched off')
      expect((await failureOf(publish(site, makeOutgoing()), site)).reason).toBe('unauthorised')
    })
  })
})
