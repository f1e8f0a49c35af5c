// @store none
import { expect, test } from 'vitest'
import { parseRecord } from './formats.ts'
import { hashRecord } from './record-hash.server.ts'

const RECORD = { source: 'https://old.example', path: '7', title: 'Tides', content: 'Text' }

// These hashes are stored with articles. If one of them changes, an update of the program rewrites all imported articles.
test.each<[what: string, fields: Record<string, unknown>, hash: string]>([
  ['only what it must have', {}, 'ld7YjOFrYKITCgs_iy4LGMXsKzPP6Hms7f6tK2llgnI'],
  ['a draft without a date', { draft: true }, '2wGob51MWTim1gaNJ5XrqKaynyk7WAqjk2DpiwZjl7k'],
  [
    'a draft with a date',
    { draft: true, published_at: '2020-01-02T03:04:05Z' },
    'zVXxJaFwCOI7dZp5IqptU1X5y-pqi8svNAcO1VGYLFs',
  ],
  [
    'a date with a zone',
    { published_at: '2020-01-02T03:04:05+02:00' },
    'uvCv7EqyxniJUvUUoXwc59m2qNS32dsYR3rBVHEzHXg',
  ],
  [
    'both dates',
    { published_at: '2020-01-02T03:04:05Z', updated_at: '2021-01-02T03:04:05.678Z' },
    'OrmR_Cmvxt7I4XpT4CmdndzsC11zSuC0YGv1vDEjPEk',
  ],
  [
    'a date of change alone',
    { updated_at: '2021-01-02T03:04:05Z' },
    'Muh0_YNNAciohExYLnZWkldkKLaOWlsY08ZeQ9ztSf0',
  ],
  [
    'dates that are null',
    { published_at: null, updated_at: null, planned_at: null, draft: null },
    'bNYxgWKl84rnjbvqQJOK9OPXmgkYSinaAgXItxO4ip0',
  ],
  [
    'a plan',
    { draft: true, published_at: '2199-01-02T03:04:05Z', planned_at: '2199-01-02T03:04:05Z' },
    '4tJCMybYUFjukLC54TZUKcDhauAZ6oq3Y-xsA2LRMIY',
  ],
  [
    'a plan without a date',
    { draft: true, planned_at: '2199-01-02T03:04:05Z' },
    '2ko1DirCwMwNo1CR-khAjs9v-cO78skINRy4wmsZqfs',
  ],
  [
    'a plan of an article that is public',
    { published_at: '2020-01-02T03:04:05Z', planned_at: '2199-01-02T03:04:05Z' },
    'C0fT0HX-EjyKIFnkIVSuM-GkFMDhjSPSqO3WoFjhjnE',
  ],
  [
    'a slug and a language',
    { slug: 'the-tides', lang: 'en-GB' },
    'Qvz4IbpN5Kp8FfhueROqN4dUCbnt_PcHaDfj_DuvysI',
  ],
  [
    'texts that are empty',
    { description: '', author: ' ', lang: '' },
    'FBGSZarZBC8xXp1RqPqp1Zo_WlLIcNzOaEprUC9SiN4',
  ],
  [
    'texts that are null',
    { description: null, author: null, lang: null, canonical_url: null, image_url: null },
    'slc-nWTwyuB26Ng7Cm-ae7Yyg0NC9a2cyMlVmLsnHJI',
  ],
  [
    'a description and an author',
    { description: ' Said ', author: 'Ines' },
    'SBXA6x9UfqyXUwwf6hDq0IGbDJUYN5cO3PyB_2MiC3o',
  ],
  ['labels', { tags: ['b', ' a ', 'b', ''], keywords: ['k'] }, '5ZyFtTdnhnVjQKLOEK2sNC_ZUbazjsWdAiVpFIRjAVo'],
  [
    'addresses',
    { canonical_url: 'https://a.example/x', image_url: 'https://a.example/x.jpg' },
    'gMc82meNWz4BIy7L-B87bdePCuWBmzwviglTEDJYhXA',
  ],
  [
    'addresses that are none',
    { canonical_url: 'x', image_url: 'ftp://a.example/x.jpg' },
    '8E7GVKzu-X5r-781n5bwAi-VR8_OBRAUy3U7bVFi2VM',
  ],
  [
    'old paths',
    { aliases: ['/a', 'https://old.example/b/', '/a/', '/?p=7'] },
    'KPTPX80L5N2k-MYCBjRmtgKCFvDwBiitBNcibZcUNu8',
  ],
  [
    'pictures',
    {
      pictures: [
        { address: 'a.png', path: 'posts/a.png', bytes: 7 },
        { address: null, path: 'c.png', bytes: 8, archive: 'a.zip' },
      ],
    },
    'wc49GPleQ4aXYF_idZkJOSVqq2x8MmcGmsVul4jomK8',
  ],
  [
    'fields in another order, and others',
    {
      aliases: ['/z'],
      updated_at: '2021-01-02T03:04:05Z',
      lang: 'fr',
      other: 1,
      image_url: '/uploads/x',
      keywords: ['k'],
      tags: ['t'],
      published_at: '2020-01-02T03:04:05Z',
      description: 'D',
      pictures: [],
    },
    'CVl9aAQLWf2lsWRMY1simMy1TqdQaDzOzoKMPm7buIk',
  ],
  ['pictures of another shape', { pictures: [{ path: 7 }] }, 'ld7YjOFrYKITCgs_iy4LGMXsKzPP6Hms7f6tK2llgnI'],
  [
    'letters that are composed when they are stored',
    { title: 'Cafe\u0301 \u0000', tags: ['e\u0301'], content: 'a\r\nb\u2028"\\' },
    'ut0mkAxhbvVX-qSdJBBi6nkl9d99lrdOqSHYYEDKeEU',
  ],
  [
    'all fields',
    {
      slug: 's',
      description: 'D',
      author: 'A',
      tags: ['t'],
      keywords: ['k'],
      canonical_url: 'https://a.example/x',
      image_url: 'https://a.example/y.jpg',
      lang: 'de',
      draft: true,
      published_at: '2020-01-02T03:04:05Z',
      updated_at: '2021-01-02T03:04:05Z',
      aliases: ['/a'],
      pictures: [{ address: 'a.png', path: 'posts/a.png', bytes: 7 }],
    },
    'ci2J1JnVSJ6Kg_XICv5SOIPmnR78RR2dca0JCex6-DY',
  ],
])('the hash of a record stays: %s', (_, fields, hash) => {
  const parsed = parseRecord({ ...RECORD, ...fields })
  expect(parsed.ok && hashRecord(parsed.record)).toBe(hash)
})
