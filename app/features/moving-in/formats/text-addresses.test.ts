import { expect, test } from 'vitest'
import { changeAddresses } from './text-addresses.ts'

function list(content: string): [address: string, isPicture: boolean][] {
  const found: [string, boolean][] = []
  changeAddresses(content, ({ address, isPicture }) => {
    found.push([address, isPicture])
    return undefined
  })
  return found
}

test.each([
  [
    '![A [b]](a.png "Cap") and [c](c.md#d)',
    [
      ['a.png', true],
      ['c.md#d', false],
    ],
  ],
  [
    '[![](thumb.png)](full.png)',
    [
      ['thumb.png', true],
      ['full.png', false],
    ],
  ],
  [
    '![](<my a.png>) ![](a_\\(1\\).png) ![](b_(2).png)',
    [
      ['my a.png', true],
      ['a_(1).png', true],
      ['b_(2).png', true],
    ],
  ],
  ['![][1]\n\n[1]: <a b.png> "T"\n[^1]: a note', [['a b.png', false]]],
  [
    '<a href=b.html><img alt="" src="a.png?x=1&amp;y=2"></a>',
    [
      ['b.html', false],
      ['a.png?x=1&y=2', true],
    ],
  ],
  [
    '`![](a.png)`\n\n```\n![](b.png)\n```\n\n<!-- ![](c.png) -->\n\n![](d.png)\n\n<!-- ![](e.png)',
    [['d.png', true]],
  ],
] as [string, [string, boolean][]][])('the addresses of %s', (content, addresses) =>
  expect(list(content)).toEqual(addresses),
)

test('only the address changes, as Markdown and HTML write it', () => {
  const content = '![A](a.png "Cap")\r\n<img src=\'a.png\' width="3">\n\n[1]: a.png\n\n[a.png](b.png)'
  expect(changeAddresses(content, ({ address }) => (address === 'a.png' ? '/x y.webp' : undefined))).toBe(
    '![A](</x y.webp> "Cap")\r\n<img src="/x y.webp" width="3">\n\n[1]: </x y.webp>\n\n[a.png](b.png)',
  )
})

test('a hostile text takes no time', () => {
  const parts = ['<!-- ', '](', '![', '[', '<img ', '<img src="', '](<', '[a]: ', '](a(']
  for (const part of parts) {
    const before = process.threadCpuUsage()
    list(part.repeat(500_000 / part.length))
    expect(process.threadCpuUsage(before).user, `${part}, in microseconds`).toBeLessThan(1_500_000)
  }
})
