import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ANCHOR = /`([\w./-]+\.tsx?):(\d+)` (\w+)/g

test('every line that the architecture page names has the named function', () => {
  const anchors = [...readFileSync('docs/architecture.md', 'utf8').matchAll(ANCHOR)]
  expect(anchors.length).toBeGreaterThan(25)
  for (const [, file = '', line, name] of anchors) {
    expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1], `${file}:${line}`).toContain(name)
  }
})
