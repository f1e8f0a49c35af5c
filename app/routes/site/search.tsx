import { data } from 'react-router'
import { searchArticles } from '../../features/articles/search.server.ts'
import { parseQuery } from '../../features/articles/search.ts'
import { SearchView } from '../../features/articles/search-view.tsx'
import { log } from '../../platform/log.server.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/search'

export async function loader({ url, context }: Route.LoaderArgs) {
  const typed = url.searchParams.get('q') ?? ''
  const query = parseQuery(typed)
  if (!query) return data({ typed, hits: undefined })
  try {
    return data({ typed, hits: await searchArticles(context.get(siteContext).id, query) })
  } catch (error) {
    log.error({ err: error }, 'Search error')
    return data({ typed, hits: [] }, { status: 503 })
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData.typed ? `${loaderData.typed}: search` : 'Search articles' },
  { name: 'robots', content: 'noindex' },
]

export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchView {...loaderData} />
}
