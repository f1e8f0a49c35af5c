import { expect, test } from 'vitest'
import { listDependencies } from './licences.ts'
import { createSbom } from './sbom.ts'

test('the bill of materials has each package of a production install once, with licence and hash, and no other', () => {
  const { metadata, components, dependencies } = createSbom()
  const wanted = listDependencies().flatMap(({ name, version, isDev }) => (isDev ? [] : `${name}@${version}`))
  const refs = components.map((component) => component['bom-ref'])
  expect(refs.toSorted()).toEqual([...new Set(wanted)].toSorted())
  expect(refs.join(' ')).toMatch(/(^| )react@\d/) // which a tool uses, too
  expect(refs.join(' ')).not.toMatch(/(^| )vitest@\d/)
  for (const { licenses = [], hashes = [] } of components)
    expect([licenses.length, hashes.length]).toEqual([1, 1])
  expect(metadata.component.name).toBe('broadsheet')
  expect(
    dependencies.flatMap(({ dependsOn = [] }) => dependsOn).filter((ref) => !refs.includes(ref)),
  ).toEqual([])
})
