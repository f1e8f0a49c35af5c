import type { ReactNode } from 'react'
import { ArticleText } from './article-view.tsx'
import type { ArticleWithToc } from './articles.ts'

/** An article as its page shows it, as a document of its own; without the cover, which is drawn from what it will be. */
export function ArticlePreview({ article, stylesheet }: { article: ArticleWithToc; stylesheet: string }) {
  return (
    <PreviewDocument stylesheet={stylesheet}>
      <ArticleText article={article} />
    </PreviewDocument>
  )
}

/** What stands there before anything was typed. */
export function EmptyPreview({ stylesheet }: { stylesheet: string }) {
  return (
    <PreviewDocument stylesheet={stylesheet}>
      <p className="preview-empty">What you write appears here, as readers will see it.</p>
    </PreviewDocument>
  )
}

function PreviewDocument({ stylesheet, children }: { stylesheet: string; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Preview</title>
        <base target="_blank" />
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body className="preview">
        <main>{children}</main>
      </body>
    </html>
  )
}
