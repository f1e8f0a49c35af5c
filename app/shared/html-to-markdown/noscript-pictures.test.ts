import domino from '@mixmark-io/domino'
import { expect, test } from 'vitest'
import { toMarkdown } from './html-to-markdown.ts'

const convert = (html: string) => toMarkdown(domino.createDocument(html).body)

test.each([
  [
    'in a figure with a link',
    '<figure><a href="https://target.example/"><div><noscript><img src="https://quay.example/z.jpg"></noscript><img data-src="https://quay.example/z.jpg" alt="Z"></div></a></figure>',
    '[![Z](https://quay.example/z.jpg)](https://target.example/)\n',
  ],
  [
    'beside it, with a size in its name',
    '<p><img class="lazy" data-src="/z-300x200.jpg" alt="Z"><noscript><img src="/z.jpg" alt="Z"></noscript></p>',
    '![Z](/z-300x200.jpg)\n',
  ],
  [
    'beside one without an address',
    '<p><img src="data:image/gif;base64,R0" alt="Z"><noscript><img src="/z.jpg"></noscript></p>',
    '![Z](/z.jpg)\n',
  ],
  ['that has no other', '<p>a</p><noscript><img src="/z.jpg" alt="Z"></noscript>', 'a\n\n![Z](/z.jpg)\n'],
  [
    'beside another picture',
    '<p><img src="/a.jpg"><noscript><img src="/z.jpg"></noscript></p>',
    '![](/a.jpg)![](/z.jpg)\n',
  ],
  [
    'that only counts visitors',
    '<p>a</p><noscript><img height="1" width="1" src="https://count.example/?x"></noscript>',
    'a\n',
  ],
])('a picture in noscript %s comes once', (_, html, markdown) => expect(convert(html)).toBe(markdown))
