// Writes app/platform/web/route-table.ts: the path, the access and the right of each route, for the rest of the product.
import { readFileSync, writeFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { format, type FormatConfig } from 'oxfmt'
import routes from '../app/routes.ts'

const TABLE = 'app/platform/web/route-table.ts'

interface Row {
  id: string
  path: string
  access: string
  right?: string
}

/** Returns the text of the table for the present routes and their handles. */
export async function toRouteTable(): Promise<string> {
  const rows = listRows(routes).map(({ id, ...row }) => `'${id}': ${JSON.stringify(row)},`)
  const text = `// Written by \`npm run route-table\` from app/routes.ts and the handle of each route: do not edit.
    import type { Access, RouteFacts } from './route-facts.ts'

    /** The path, the access and the right of each route, by the route's id. */
    export const ROUTES: Record<string, { path: string; access: Access; right?: RouteFacts['right'] }> = {${rows.join('\n')}}`
  const config = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig
  return (await format(TABLE, text, config)).code
}

const listRows = (entries: RouteConfigEntry[], parent = ''): Row[] =>
  entries.flatMap(({ id, file, path = '', children }) => {
    const own = path === '' ? parent : `${parent}/${path}`
    const handle = /handle: RouteFacts = \{\s*access: '(\w+)'(?:,\s*right: '(\w+)')?/
    const [, access, right] = handle.exec(readFileSync(`app/${file}`, 'utf8')) ?? []
    if (access === undefined) throw new Error(`app/${file} does not say in its handle who may ask for it.`)
    if (children) return listRows(children, own)
    return [{ id: id ?? file.replace(/\.tsx?$/, ''), path: own || '/', access, ...(right && { right }) }]
  })

if (import.meta.main) writeFileSync(TABLE, await toRouteTable())
