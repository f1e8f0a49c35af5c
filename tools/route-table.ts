// Writes app/platform/web/route-table.ts: the path and the access of each route, for the rest of the product.
import { readFileSync, writeFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { format, type FormatConfig } from 'oxfmt'
import routes from '../app/routes.ts'

const TABLE = 'app/platform/web/route-table.ts'

interface Row {
  id: string
  path: string
  access: string
}

/** Returns the text of the table for the present routes and their handles. */
export async function toRouteTable(): Promise<string> {
  const rows = listRows(routes).map(({ id, ...row }) => `'${id}': ${JSON.stringify(row)},`)
  const text = `// Written by \`npm run route-table\` from app/routes.ts and the handle of each route: do not edit.
    import type { Access } from './route-facts.ts'

    /** The path and the access of each route, by the route's id. */
    export const ROUTES: Record<string, { path: string; access: Access }> = {${rows.join('\n')}}`
  const config = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig
  return (await format(TABLE, text, config)).code
}

const listRows = (entries: RouteConfigEntry[], parent = ''): Row[] =>
  entries.flatMap(({ id, file, path = '', children }) => {
    const own = path === '' ? parent : `${parent}/${path}`
    const access = /handle: RouteFacts = \{\s*access: '(\w+)'/.exec(readFileSync(`app/${file}`, 'utf8'))?.[1]
    if (access === undefined) throw new Error(`app/${file} does not say in its handle who may ask for it.`)
    if (children) return listRows(children, own)
    return [{ id: id ?? file.replace(/\.tsx?$/, ''), path: own || '/', access }]
  })

if (import.meta.main) writeFileSync(TABLE, await toRouteTable())
