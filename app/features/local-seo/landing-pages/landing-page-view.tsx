import { useSay } from '../../../ui/language.ts'
import type { ReactNode } from 'react'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { ProseSheet } from '../../../ui/prose-sheet.tsx'
import type { Contact, LandingPage } from './landing-pages.ts'
import styles from './landing-page-view.module.css'

interface LandingPageViewProps {
  page: Pick<LandingPage, 'metaTitle' | 'content'>
  contact: Contact
  cover: ReactNode
}

/** A landing page (spec §2): its title, its text and the contact of its business. The text must be sanitised. */
export function LandingPageView(parts: LandingPageViewProps) {
  const say = useSay()
  return (
    <div className="wrap">
      <ProseSheet html={parts.page.content} />
      <Breadcrumb items={[{ label: say('Home'), href: '/' }, { label: parts.page.metaTitle }]} />
      <LandingPageBody {...parts} />
    </div>
  )
}

/** A landing page without its breadcrumb. With `isPart` it is a part of another screen: its title is an h2. */
export function LandingPageBody({
  page,
  contact,
  cover,
  isPart,
}: LandingPageViewProps & { isPart?: boolean }) {
  const Title = isPart ? 'h2' : 'h1'
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <Title className="headline">{page.metaTitle}</Title>
      </header>
      {cover}
      <div className={styles.text}>
        <div className="prose" dangerouslySetInnerHTML={{ __html: page.content }} />
        {contact.name && <ContactPanel contact={contact} />}
      </div>
      {!isPart && contact.phone && (
        <p className={styles.bar}>
          <Call contact={contact} />
        </p>
      )}
    </article>
  )
}

function ContactPanel({ contact }: { contact: Contact }) {
  const say = useSay()
  const { name, address, city, state, zip } = contact
  const town = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <aside className={styles.contact} aria-labelledby="contact">
      <p className="kicker">{say('Contact')}</p>
      <h2 id="contact">{name}</h2>
      {(address || town) && (
        <address>
          {address}
          {address && town && <br />}
          {town}
        </address>
      )}
      <Facts contact={contact} />
      <Call contact={contact} />
    </aside>
  )
}

function Facts({ contact: { hours, area } }: { contact: Contact }) {
  const say = useSay()
  const facts = [
    [say('Opening hours'), hours],
    [say('Area'), area],
  ].filter(([, fact]) => fact !== '')
  if (facts.length === 0) return null
  return (
    <dl>
      {facts.map(([label, fact]) => (
        <div key={label}>
          <dt className="kicker">{label}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

function Call({ contact: { phone } }: { contact: Contact }) {
  const say = useSay()
  if (!phone) return null
  return (
    <a className="button is-primary" href={toTelephone(phone)}>
      {say('Call {phone}', { phone })}
    </a>
  )
}

// RFC 3966. In the settings, an extension comes after an x.
function toTelephone(phone: string): string {
  const [number, extension] = phone.split(/e?xt?/i).map((part) => part.replaceAll(/[^+\d]/g, ''))
  return `tel:${number}${extension ? `;ext=${extension}` : ''}`
}
