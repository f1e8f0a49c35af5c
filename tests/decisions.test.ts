import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const FOLDER = 'docs/decisions'

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8')

  test('has a number, a status and a date', () => {
    const number = Number(file.slice(0, 4))
    expect(text).toMatch(new RegExp(`^# ${number}\\. [A-Z]`))
    expect(text).toMatch(
      /^Status: (accepted\.( Superseded in part by decision \d+\.)?|superseded by decision \d+\.) Date: \d{1,2} [A-Z][a-z]+ \d{4}\.$/m,
    )
  })

  test('has context, alternatives, decision and consequences, in 60 lines at most', () => {
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['Context', 'Alternatives', 'Decision', 'Consequences'])
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  })
})
