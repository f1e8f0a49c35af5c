/**
 * Import rules: dependencies point down, never up or sideways through a back door.
 * Order, top to bottom: routes > features > connectors > platform > db > shared; beside them shell > ui, on shared.
 */
/** @typedef {import('dependency-cruiser').IRegularForbiddenRuleType} Rule */

/** @type {(name: string, from: Rule['from'], ...rest: [Rule['to'], string]) => Rule} */
const forbid = (name, from, ...[to, comment]) => ({ name, severity: 'error', comment, from, to })
const SERVER = '\\.server\\.tsx?$'
const TEST = '\\.test\\.tsx?$'
const SERVER_OR_TEST = `(${SERVER})|(${TEST})`
/** The rooms and their sub-rooms, from top to bottom: each imports only from below. '.' stands for a room's own files. */
const ROOMS = {
  api: ['.'],
  site: ['feeds', 'pages', 'social-images', 'covers'],
  'local-seo': [
    'dashboard',
    'audit',
    'settings',
    'landing-pages',
    'domains',
    'cities-services',
    'search-engines',
  ],
  'moving-in': ['imports', 'formats'],
  links: ['report', 'fixer', 'insertion'],
  newsroom: ['tags', 'board', 'library', 'authors'],
  writing: [
    'review',
    'schedule',
    'sharing',
    'form',
    'publish',
    'preview',
    'approval',
    '.',
    'drafts',
    'editor',
  ],
  delivery: ['target-sites', 'faces', 'fronts', 'deliveries', 'variations'],
  articles: ['search', 'placement', '.', 'revisions', 'markdown', 'pictures', 'fields'],
  runs: ['.'],
  accounts: [
    'guard',
    'tokens',
    'factors',
    'settings',
    'single-sign-on',
    'members',
    'webhooks',
    'sign-in',
    'ai-usage',
    'record',
    '.',
  ],
}
const FOLDERS = Object.entries(ROOMS).flatMap(([room, within]) =>
  within.map((name) => (name === '.' ? room : `${room}/${name}`)),
)
/** @type {(folders: string[]) => string} */
const filesOf = (folders) => `^app/features/(${folders.join('|')})/[^/]+$`
/** Folders that make one screen together: they see each other's files, from above. For all others they are rooms. */
const ONE_SCREEN = '^app/features/writing/((form|publish|preview|drafts)/)?[^/]+$'
const DOORS = [
  '/(queries|commands)\\.server\\.ts$',
  '/(?<noun>[^/]+)/\\k<noun>\\.ts$', // the rules of a room or of a room in it
]
const TOP = '^app/(routes/|routes\\.ts$|root\\.tsx$|entry\\.|jobs\\.server\\.ts$)'

export default {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }, 'Two modules that need each other are one module.'),
    ...FOLDERS.slice(1).map((folder, above) =>
      forbid(
        'rooms-point-down',
        { path: filesOf([folder]), pathNot: TEST },
        { path: filesOf(FOLDERS.slice(0, above + 1)) },
        'Move what both folders need into the lower one, or let a route pass it in.',
      ),
    ),
    forbid(
      'rooms-are-listed',
      { path: '^app/' },
      { path: '^app/features/', pathNot: filesOf(FOLDERS) },
      'Give the folder its place in ROOMS, above what it needs.',
    ),
    forbid(
      'routes-are-the-top',
      { path: '^app/', pathNot: TOP },
      { path: '^app/routes/' },
      'Move what you need into a feature.',
    ),
    forbid(
      'routes-do-not-share',
      { path: '^app/routes/', pathNot: TEST },
      { path: '^app/routes/', pathNot: '/\\+types/' },
      'Two routes share through a feature or through ui.',
    ),
    forbid(
      'features-enter-by-the-front-door',
      { path: '^app/features/(.+)/[^/]+$', pathNot: ONE_SCREEN },
      { path: '^app/features/', pathNot: ['^app/features/$1/[^/]+$', ...DOORS] },
      'Another room offers its rules, queries and commands; views, jobs and messages are private.',
    ),
    forbid(
      'features-enter-by-the-front-door',
      { path: ONE_SCREEN },
      { path: '^app/features/', pathNot: [ONE_SCREEN, ...DOORS] },
      'Only the folders of one screen share views and messages.',
    ),
    forbid(
      'views-and-rules-stay-portable',
      { path: '^app/(features|shell|ui|shared)/', pathNot: SERVER_OR_TEST },
      { path: SERVER, dependencyTypesNot: ['type-only'] },
      'Only *.server.ts may touch the server; a view gets data as props.',
    ),
    forbid(
      'sql-lives-in-features',
      { path: '^app/', pathNot: '^app/(db|features|platform)/' },
      { path: 'node_modules/(kysely|pg)/' },
      'Call a query or a command.',
    ),
    forbid(
      'sql-lives-in-server-files',
      { path: '^app/features/', pathNot: SERVER_OR_TEST },
      { path: 'node_modules/(kysely|pg)/' },
      'SQL lives in queries.server.ts and commands.server.ts.',
    ),
    forbid(
      'queries-do-not-act',
      { path: 'queries\\.server\\.ts$' },
      {
        path: '(^app/connectors/)|(commands\\.server\\.ts$)|(jobs\\.server\\.ts$)',
        pathNot: '^app/connectors/sites/credentials\\.server\\.ts$', // opens what is sealed, and asks nobody
      },
      'A read has no effects.',
    ),
    forbid(
      'connectors-know-no-product',
      { path: '^app/connectors/' },
      { path: '^app/(features|routes|shell|ui|db)/' },
      'A connector speaks to one outside system.',
    ),
    forbid(
      'platform-knows-no-product',
      { path: '^app/platform/' },
      { path: '^app/(features|routes|shell|ui|connectors)/' },
      'Machinery must not know the product.',
    ),
    forbid(
      'db-is-tables-only',
      { path: '^app/db/' },
      { path: '^app/', pathNot: '^app/(db|shared)/' },
      'Tables know no code.',
    ),
    forbid(
      'ui-knows-no-product',
      { path: '^app/ui/' },
      { path: '^app/', pathNot: '^app/(ui|shared)/' },
      'A primitive must fit any product.',
    ),
    forbid(
      'shell-knows-no-feature',
      { path: '^app/shell/' },
      { path: '^app/', pathNot: '^app/(shell|ui|shared)/' },
      'The shell serves every screen; a feature hands it what it needs.',
    ),
    forbid(
      'shared-is-the-floor',
      { path: '^app/shared/' },
      { path: '^app/', pathNot: '^app/shared/' },
      'Shared helpers import nothing of ours.',
    ),
    forbid(
      'no-index-files',
      { path: '^app/' },
      { path: '^app/.*/index\\.tsx?$' },
      'Import the file that owns the thing.',
    ),
    forbid(
      'no-vague-names',
      { path: '^app/' },
      { path: '^app/.*/(utils?|helpers?|misc|common|types|lib)\\.tsx?$' },
      'Name the topic.',
    ),
    forbid(
      'no-orphans',
      { orphan: true, path: '^app/', pathNot: `(${TOP})|(${TEST})|(\\.worker\\.server\\.ts$)|(\\.d\\.ts$)` },
      {},
      'Nobody uses this module.',
    ),
    forbid(
      'no-dev-packages-in-app',
      { path: '^app/', pathNot: `(${TEST})|(^app/routes\\.ts$)` },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
      'Move it to dependencies.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(\\.react-router|build)/' },
    tsPreCompilationDeps: true, // counts type-only imports too
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
