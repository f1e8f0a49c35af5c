import { expect, test } from 'vitest'
import { isOfInputMethod } from './keys.ts'

test.each([
  [{ isComposing: true, keyCode: 13 }, true],
  [{ isComposing: false, keyCode: 229 }, true],
  [{ isComposing: false, keyCode: 13 }, false],
])('the Enter key %j is of an input method: %j', (key, is) => expect(isOfInputMethod(key)).toBe(is))
