import type {
  BreadcrumbList,
  ListItem,
  LocalBusiness,
  Organization,
  Service as ServiceMarkup,
} from 'schema-dts'
import type { Business, City, Service } from './catalogue.ts'

interface MarkedPage {
  url: string
  title: string
  description: string
  service: Pick<Service, 'name'>
  city: Pick<City, 'name' | 'state'>
}

/** The business that offers the services, and the site that shows them. */
interface Offerer {
  business: Business
  site: { name: string; origin: string }
}

/**
 * Returns a function that makes the markup of a page (schema.org): the service with its provider and city, and the
 * breadcrumb.
 */
export function createSchemaMarkup(
  offerer: Offerer,
): (page: MarkedPage) => Exclude<ServiceMarkup | BreadcrumbList, string>[] {
  const provider = toProvider(offerer)
  const home: ListItem = { '@type': 'ListItem', position: 1, name: 'Home', item: `${offerer.site.origin}/` }
  return ({ url, title, description, service, city }) => [
    {
      '@type': 'Service',
      '@id': `${url}#service`,
      name: title,
      serviceType: service.name,
      description,
      url,
      provider,
      areaServed: {
        '@type': 'City',
        name: city.name,
        containedInPlace: { '@type': 'State', name: city.state },
      },
    },
    {
      '@type': 'BreadcrumbList',
      '@id': `${url}#breadcrumb`,
      itemListElement: [home, { '@type': 'ListItem', position: 2, name: title, item: url }],
    },
  ]
}

// A LocalBusiness must have a postal address. Without one it is an Organization.
function toProvider({ business, site }: Offerer): LocalBusiness | Organization {
  const { accountId, name, phone, address, city, state, zip, logoUrl } = business
  if (name === '') return { '@type': 'Organization', '@id': `${site.origin}/#organization`, name: site.name }
  const known = {
    '@id': `${site.origin}/#business-${accountId}`,
    name,
    ...(phone && { telephone: phone }),
    image: logoUrl || `${site.origin}/social.png`,
  }
  if (address === '' || city === '') return { '@type': 'Organization', ...known }
  return {
    '@type': 'LocalBusiness',
    ...known,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address,
      addressLocality: city,
      ...(state && { addressRegion: state }),
      ...(zip && { postalCode: zip }),
    },
  }
}
