import { expect, test } from 'vitest'
import { toCommonNoun } from './common-noun.ts'

test.each([
  ['Roof Repair', '', 'roof repair'],
  ['roof repair', '', 'roof repair'],
  ['HVAC Repair', '', 'HVAC repair'],
  ['iPhone Screen Repair', '', 'iPhone screen repair'],
  ['24/7 Towing', '', '24/7 towing'],
  ['Same-Day Delivery', '', 'same-day delivery'],
  ['Tesla Charger Installation', 'We install chargers of Tesla at home.', 'Tesla charger installation'],
  ['Roof Repair', 'Roof repair in a day. Roof work of every kind.', 'roof repair'],
  ['Émaillage', '', 'émaillage'],
  ['屋根の修理', '', '屋根の修理'],
  ['A (Test) [x', 'any A (Test', 'A (Test) [x'],
])('%s is in a sentence, with the description %j: %s', (name, description, inSentence) =>
  expect(toCommonNoun(name, description)).toBe(inSentence),
)
