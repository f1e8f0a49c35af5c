import { expect, test } from 'vitest'
import { listTimeZones, toLocal, toMomentIn, toTimeZone } from './time-zones.server.ts'

test('a local time is a moment in its time zone, in summer and in winter', () => {
  expect(toMomentIn('Europe/Berlin', '2026-07-01T09:00')?.toISOString()).toBe('2026-07-01T07:00:00.000Z')
  expect(toMomentIn('Europe/Berlin', '2026-12-01T09:00')?.toISOString()).toBe('2026-12-01T08:00:00.000Z')
  expect(toLocal('Asia/Kathmandu', new Date('2026-12-01T08:00:00Z'))).toBe('2026-12-01T13:45')
})

test('a time that a clock change skips moves forward, and of a repeated time the first one is used', () => {
  expect(toMomentIn('Europe/Berlin', '2027-03-28T02:30')?.toISOString()).toBe('2027-03-28T01:30:00.000Z')
  expect(toMomentIn('Europe/Berlin', '2026-10-25T02:30')?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
})

test.each(['', 'tomorrow', '2026-02-30T09:00', '2026-11-25', '2026-11-25T25:00', '2026-11-25T09:00Z'])(
  '“%s” is not a local time',
  (text) => expect(toMomentIn('UTC', text)).toBeUndefined(),
)

test('an unknown time zone becomes UTC', () => {
  expect(toTimeZone('Europe/Berlin')).toBe('Europe/Berlin')
  for (const name of [null, '', 'Atlantis/Harbour', '../etc', 'x'.repeat(500)])
    expect(toTimeZone(name)).toBe('UTC')
  expect(listTimeZones().every((name) => toTimeZone(name) === name)).toBe(true)
})
