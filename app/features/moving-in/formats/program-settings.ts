const SETTING =
  /^[ \t]*(?:(?:const|let|var)[ \t]+([\w$]+)[ \t]*=|["']?([\w$]+)["']?[ \t]*:)[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|(true|false|-?\d+(?:\.\d+)?)\b|\[([^\]]*)\]|new Date\(["']([^"'\n]*)["']\)|([^\n]*))/gm
const TEXT = /"([^"\n]*)"|'([^'\n]*)'/g
const HIDING = /draft|publish|hidden|private|exclude/i

/**
 * Returns the settings of a program that are written out: texts, numbers, and lists of texts. It is not run. One that is
 * computed has no value, unless it may hide a text: then its value is one that nobody knows.
 */
export const readProgram = (text: string): Record<string, unknown> =>
  Object.fromEntries(
    Array.from(text.matchAll(SETTING), ([, variable, property, ...values]): [string, unknown] => {
      const key = variable ?? property ?? ''
      const [double, single, word, list, date] = values
      if (list !== undefined) return [key, Array.from(list.matchAll(TEXT), ([, one, other]) => one ?? other)]
      if (word !== undefined) return [key, toValue(word)]
      return [key, double ?? single ?? date ?? (HIDING.test(key) ? 'computed' : undefined)]
    }),
  )

const toValue = (word: string) => (/^[tf]/.test(word) ? word === 'true' : Number(word))
