// Random Markdown with every kind of block. It is the same at each run.

const THINGS =
  'ferry harbour timetable quay council island winter bridge engine captain signal lantern cargo storm pilot'.split(
    ' ',
  )
const KINDS = 'old new northern public quiet heavy wooden yearly'.split(' ')

/** A word that is only in places where no link may be. */
export const CLOSED_WORD = 'zaunkönig'

/** Returns this number of texts. Their canonical host is `https://made.example/`. */
export function makeTexts(count: number): string[] {
  const roll = createDice(7)
  return Array.from({ length: count }, () => makeText(roll))
}

type Roll = (sides: number) => number

/** Returns a random generator: a roll is from 0 to `sides` - 1. The same seed has the same rolls. */
export function createDice(seed: number): Roll {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % sides
  }
}

const pick = <Item>(roll: Roll, items: Item[]): Item => items[roll(items.length)] as Item

function makeText(roll: Roll): string {
  const blocks = Array.from({ length: 4 + roll(12) }, () => pick(roll, BLOCKS)(roll))
  const text = `A first line to begin with.\n\n${blocks.join('\n\n')}`
  return pick(roll, [
    text,
    text,
    text.replaceAll('\n', '\r\n'),
    text.replaceAll('\n', '\r'),
    `\uFEFF${text}\n\n\n`,
  ])
}

const thing = (roll: Roll) => `${pick(roll, KINDS)} ${pick(roll, THINGS)} ${pick(roll, THINGS)}`
const sentence = (roll: Roll) =>
  pick(roll, [
    `Most people over here know the ${thing(roll)} and talk about it every day.`,
    `Nobody was surprised when a ${thing(roll)} came into sight on Monday morning.`,
    `What the ${thing(roll)} means for all of us, only time will tell.`,
    `“Is that the ${thing(roll)}?” she asked, and *looked* at \`it\` again!`,
    `It costs 5 \\* 3, or AT&amp;T knows why: the ${thing(roll)} is **not** cheap.`,
  ])
const closed = (roll: Roll) =>
  `Here the ${CLOSED_WORD} ${thing(roll)} ${CLOSED_WORD} is what it is for all of us.`

const BLOCKS: ((roll: Roll) => string)[] = [
  (roll) => `${sentence(roll)} ${sentence(roll)}`,
  (roll) => `${sentence(roll)}\n${sentence(roll)}`,
  (roll) => `- ${sentence(roll)}\n- ${sentence(roll)}`,
  (roll) => `3.  ${sentence(roll)}\n\n    ${sentence(roll)}`,
  (roll) => `- [ ] ${closed(roll)}`,
  (roll) => `## ${closed(roll)}`,
  (roll) => `${closed(roll)}\n---`,
  (roll) => `\`\`\`js\n${closed(roll)}\n\`\`\``,
  (roll) => `${sentence(roll)}\n\n    ${closed(roll)}`,
  (roll) => `> ${closed(roll)}\n>\n> ${closed(roll)}`,
  (roll) => `| ${closed(roll)} | b |\n|:--|--:|\n| ${closed(roll)} | b |`,
  (roll) => `<div>\n${closed(roll)}\n\n${closed(roll)}\n\n</div>`,
  (roll) => `<!-- ${closed(roll)} -->`,
  (roll) => `${closed(roll)} <br> ${closed(roll)}`,
  (roll) => `![${closed(roll)}](/x.png "${closed(roll)}")`,
  (roll) => `[${closed(roll)}](https://else.example/(a) '${closed(roll)}') ends it.`,
  (roll) => `[${closed(roll)}][ref]\n\n[ref]: <https://else.example/b> (${closed(roll)})`,
  (roll) => `Read on.[^n${roll(1000)}] ${sentence(roll)}\n\n[^n${roll(1000)}]: ${closed(roll)}`,
  (roll) => `{{< note "${closed(roll)}" >}}`,
  (roll) => `{% raw %}\n\n${sentence(roll)}\n\n{% endraw %}`,
  (roll) =>
    `Read <https://else.example/> or https://else.example/c_d about the ${CLOSED_WORD} ${thing(roll)}.`,
  (roll) => `$$ ${closed(roll)} $$`,
  (roll) => `- one\n\t- ${sentence(roll)}\n\n\t  ${sentence(roll)}`,
  () => '[not a link] *not strong _nor_ this* ]( [[ ** `',
  () => '***',
]
