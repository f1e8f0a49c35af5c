// A small tree breaks each import rule once, to prove that the rule works.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type IReporterOutput } from 'dependency-cruiser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import folderRules from '../.dependency-cruiser.folders.mjs'
import rules from '../.dependency-cruiser.mjs'

const BROKEN: Record<string, Record<string, string>> = {
  'no-cycles': { 'app/shared/a.ts': `import './b.ts'`, 'app/shared/b.ts': `import './a.ts'` },
  'no-folder-cycles': {
    'app/features/x/x.ts': `import '../y/y.ts'`,
    'app/features/y/y.ts': '',
    'app/features/y/z.ts': `import '../x/w.ts'`,
    'app/features/x/w.ts': '',
  },
  'rooms-depend-one-way': {
    'app/features/articles/articles.ts': `import '../links/links.ts'`,
    'app/features/links/links.ts': '',
  },
  'routes-are-the-top': { 'app/features/x/x.ts': `import '../../routes/y.tsx'`, 'app/routes/y.tsx': '' },
  'routes-do-not-share': { 'app/routes/a.tsx': `import './b.tsx'`, 'app/routes/b.tsx': '' },
  'features-enter-by-the-front-door': {
    'app/features/x/x.ts': `import '../y/messages.ts'`,
    'app/features/y/messages.ts': '',
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
  expect(await violations(join(tree, rule))).toContain(rule)
})

test('our own tree has modules and no violations', async () => {
  process.chdir(here)
  for (const config of [rules, folderRules]) {
    const report = await cruise(['app', 'server', 'tools'], {
      ruleSet: { forbidden: config.forbidden },
      ...config.options,
      validate: true,
    })
    const { summary } = modulesOf(report)
    expect(summary.totalCruised).toBeGreaterThan(80)
    expect(summary.violations).toEqual([])
  }
})

async function violations(dir: string): Promise<string[]> {
  process.chdir(dir)
  const found: string[] = []
  for (const { forbidden, options: all } of [rules, folderRules]) {
    const { tsConfig: _tsConfig, ...options } = all
    const report = await cruise(['app'], { ruleSet: { forbidden }, ...options, validate: true })
    found.push(...modulesOf(report).summary.violations.map((violation) => violation.rule.name))
  }
  return found
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

function modulesOf(report: IReporterOutput) {
  if (typeof report.output === 'string') throw new Error(report.output)
  return report.output
}
