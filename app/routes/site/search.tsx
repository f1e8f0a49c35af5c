import { sayIn } from '../../shared/words/say.ts'
import { data } from 'react-router'
import { imageMeta, NOINDEX } from '../../features/site/pages/metadata.ts'
import { listNewest } from '../../features/site/pages/queries.server.ts'
import { searchArticles } from '../../features/articles/search/queries.server.ts'
import { parseQuery, sayHits } from '../../features/articles/search/search.ts'
import { SearchView } from '../../features/site/pages/search-view.tsx'
import { searchImage } from '../../features/site/pages/page-images.ts'
import { log } from '../../platform/log.server.ts'
import { siteContext, SERVICE_UNAVAILABLE } from '../../platform/web/request-context.server.ts'
import { parsePage } from '../../shared/page-list.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/search'

export const handle: RouteFacts = { access: 'public' }

/** Answers with a page of results; with none while the query is too short. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const typed = url.searchParams.get('q') ?? ''
  const query = parseQuery(typed)
  if (!query) return data({ site, typed, found: undefined, newest: [] })
  try {
    const result = await searchArticles(site.id, query, parsePage(url.searchParams.get('page')))
    const found = { ...result, hits: sayHits(result.hits, sayIn(site.face?.language)) }
    return data({ site, typed, found, newest: found.total === 0 ? await listNewest(site.id) : [] })
  } catch (error) {
    log.error({ err: error }, 'Search error')
    return data({ site, typed, found: 'unread' as const, newest: [] }, SERVICE_UNAVAILABLE)
  }
}

export function meta({ loaderData: { site, typed } }: Route.MetaArgs) {
  const say = sayIn(site.face?.language)
  return [
    { title: typed ? say('{typed}: search', { typed }) : say('Search articles') },
    NOINDEX,
    ...imageMeta(site, site.profile?.imageUrl ?? searchImage(site)),
  ]
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { typed, found, newest } = loaderData
  return <SearchView {...{ typed, found, newest }} />
}
