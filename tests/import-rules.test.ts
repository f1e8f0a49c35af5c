// A small tree breaks each import rule once, to prove that the rule works.
// @store none
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type IReporterOutput } from 'dependency-cruiser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import rules from '../.dependency-cruiser.mjs'

const BROKEN: Record<string, Record<string, string>> = {
  'no-cycles': { 'app/shared/a.ts': `import './b.ts'`, 'app/shared/b.ts': `import './a.ts'` },
  'rooms-point-down': {
    'app/features/articles/articles.ts': `import '../links/report/report.ts'`,
    'app/features/links/report/report.ts': '',
  },
  'rooms-point-down (from a sub-room to the files of its room)': {
    'app/features/articles/markdown/markdown.ts': `import '../articles.ts'`,
    'app/features/articles/articles.ts': '',
  },
  'rooms-point-down (between sub-rooms)': {
    'app/features/delivery/variations/variations.ts': `import '../deliveries/deliveries.ts'`,
    'app/features/delivery/deliveries/deliveries.ts': '',
  },
  'rooms-point-down (within the room of one screen)': {
    'app/features/writing/drafts/saver.ts': `import '../form/form.tsx'`,
    'app/features/writing/form/form.tsx': '',
  },
  'rooms-are-listed': {
    'app/features/articles/articles.ts': `import './covers/covers.ts'`,
    'app/features/articles/covers/covers.ts': '',
  },
  'routes-are-the-top': { 'app/features/x/x.ts': `import '../../routes/y.tsx'`, 'app/routes/y.tsx': '' },
  'routes-do-not-share': { 'app/routes/a.tsx': `import './b.tsx'`, 'app/routes/b.tsx': '' },
  'features-enter-by-the-front-door': {
    'app/features/x/x.ts': `import '../y/messages.ts'`,
    'app/features/y/messages.ts': '',
  },
  'features-enter-by-the-front-door (between sub-rooms)': {
    'app/features/x/a/a.ts': `import '../b/card.ts'`,
    'app/features/x/b/card.ts': '',
  },
  'features-enter-by-the-front-door (into the room of one screen)': {
    'app/features/newsroom/board/board.ts': `import '../../writing/form/card.ts'`,
    'app/features/writing/form/card.ts': '',
  },
  'features-enter-by-the-front-door (out of the room of one screen)': {
    'app/features/writing/form/form.tsx': `import '../../delivery/deliveries/card.tsx'`,
    'app/features/delivery/deliveries/card.tsx': '',
  },
  'views-and-rules-stay-portable': {
    'app/features/x/card.tsx': `import './queries.server.ts'`,
    'app/features/x/queries.server.ts': '',
  },
  'sql-lives-in-features': { 'app/routes/a.tsx': `import 'kysely'` },
  'sql-lives-in-server-files': { 'app/features/x/x.ts': `import 'kysely'` },
  'queries-do-not-act': {
    'app/features/x/queries.server.ts': `import './commands.server.ts'`,
    'app/features/x/commands.server.ts': '',
  },
  'connectors-know-no-product': {
    'app/connectors/mail.server.ts': `import '../features/x/x.ts'`,
    'app/features/x/x.ts': '',
  },
  'platform-knows-no-product': {
    'app/platform/a.server.ts': `import '../features/x/x.ts'`,
    'app/features/x/x.ts': '',
  },
  'db-is-tables-only': {
    'app/db/tables.ts': `import '../platform/a.server.ts'`,
    'app/platform/a.server.ts': '',
  },
  'ui-knows-no-product': { 'app/ui/a.tsx': `import '../features/x/x.ts'`, 'app/features/x/x.ts': '' },
  'shell-knows-no-feature': { 'app/shell/a.tsx': `import '../features/x/x.ts'`, 'app/features/x/x.ts': '' },
  'shared-is-the-floor': { 'app/shared/a.ts': `import '../ui/b.tsx'`, 'app/ui/b.tsx': '' },
  'no-index-files': { 'app/routes/a.tsx': `import '../ui/index.ts'`, 'app/ui/index.ts': '' },
  'no-vague-names': { 'app/routes/a.tsx': `import '../shared/utils.ts'`, 'app/shared/utils.ts': '' },
  'no-orphans': { 'app/shared/alone.ts': 'export const alone = 1' },
}

const tree = mkdtempSync(join(tmpdir(), 'broadsheet-rules-'))
const here = process.cwd()

beforeAll(() => {
  write('node_modules/kysely/package.json', '{ "name": "kysely", "main": "kysely.js" }')
  write('node_modules/kysely/kysely.js', '')
  for (const [rule, files] of Object.entries(BROKEN)) {
    for (const [path, text] of Object.entries(files)) write(join(rule, path), text)
  }
})
afterAll(() => {
  process.chdir(here)
  rmSync(tree, { recursive: true, force: true })
})

test.each(Object.keys(BROKEN))('a violation of %s is found', async (rule) => {
  expect(await violations(join(tree, rule))).toContain(rule.split(' ')[0])
})

test('our own tree has modules and no violations', async () => {
  process.chdir(here)
  const { forbidden, options } = rules
  const report = await cruise(['app', 'server', 'tools'], {
    ruleSet: { forbidden },
    ...options,
    validate: true,
  })
  const { summary } = modulesOf(report)
  expect(summary.totalCruised).toBeGreaterThan(80)
  expect(summary.violations).toEqual([])
})

async function violations(dir: string): Promise<string[]> {
  process.chdir(dir)
  const { tsConfig: _tsConfig, ...options } = rules.options
  const report = await cruise(['app'], {
    ruleSet: { forbidden: rules.forbidden },
    ...options,
    validate: true,
  })
  return modulesOf(report).summary.violations.map((violation) => violation.rule.name)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

function modulesOf(report: IReporterOutput) {
  if (typeof report.output === 'string') throw new Error(report.output)
  return report.output
}
