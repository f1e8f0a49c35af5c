import type { ReactNode } from 'react'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import type { Contact, LandingPage } from './landing-pages.ts'

interface LandingPageViewProps {
  page: Pick<LandingPage, 'metaTitle' | 'content'>
  contact: Contact
  cover: ReactNode
}

/** A local page (spec §2): its title and its text, which must be sanitised, and how its business is reached. */
export const LandingPageView = (parts: LandingPageViewProps) => (
  <div className="wrap">
    <Breadcrumb items={[{ label: 'Home', href: '/' }, { label: parts.page.metaTitle }]} />
    <LandingPageBody {...parts} />
  </div>
)

/** The page without the way to it; part of another screen, its title is not that screen's. */
export function LandingPageBody({
  page,
  contact,
  cover,
  isPart,
}: LandingPageViewProps & { isPart?: boolean }) {
  const Title = isPart ? 'h2' : 'h1'
  return (
    <article className="landing">
      <header className="landing-head">
        <Title className="headline">{page.metaTitle}</Title>
        <Call contact={contact} />
      </header>
      {cover}
      <div className="landing-text">
        <div className="prose" dangerouslySetInnerHTML={{ __html: page.content }} />
        {contact.name && <ContactPanel contact={contact} />}
      </div>
    </article>
  )
}

function ContactPanel({ contact }: { contact: Contact }) {
  const { name, address, city, state, zip } = contact
  const town = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <aside className="contact" aria-labelledby="contact">
      <p className="kicker">Contact</p>
      <h2 id="contact">{name}</h2>
      {(address || town) && (
        <address>
          {address}
          {address && town && <br />}
          {town}
        </address>
      )}
      <Call contact={contact} />
    </aside>
  )
}

function Call({ contact: { phone } }: { contact: Contact }) {
  if (!phone) return null
  return (
    <a className="button is-primary" href={toTelephone(phone)}>
      Call {phone}
    </a>
  )
}

// RFC 3966; settings take an extension after an x.
function toTelephone(phone: string): string {
  const [number, extension] = phone.split(/e?xt?/i).map((part) => part.replaceAll(/[^+\d]/g, ''))
  return `tel:${number}${extension ? `;ext=${extension}` : ''}`
}
