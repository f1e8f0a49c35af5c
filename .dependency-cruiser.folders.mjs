import rules from './.dependency-cruiser.mjs'

/** Folders depend one way, as modules do. Tests are left out: what they need is no part of the product's shape. */
export default {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: /** @type {const} */ ('error'),
      comment: 'Two folders that need each other are one folder.',
      scope: /** @type {const} */ ('folder'),
      from: { path: '^app/' },
      to: { circular: true },
    },
  ],
  options: { ...rules.options, exclude: { path: `${rules.options.exclude.path}|\\.test\\.tsx?$|^tests/` } },
}
