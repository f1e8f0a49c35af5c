import { data } from 'react-router'
import { searchArticles } from '../../features/articles/search.server.ts'
import { parseQuery } from '../../features/articles/search.ts'
import { SearchView } from '../../features/articles/search-view.tsx'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/search'

export async function loader({ url, context }: Route.LoaderArgs) {
  const typed = url.searchParams.get('q') ?? ''
  const query = parseQuery(typed)
  return data({ typed, hits: query ? await searchArticles(context.get(siteContext).id, query) : undefined })
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData.typed ? `${loaderData.typed}: search` : 'Search articles' },
  { name: 'robots', content: 'noindex' },
]

export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchView {...loaderData} />
}
