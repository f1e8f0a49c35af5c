// Written by `npm run client-types` from the description of the API: do not edit.
/** The shapes of requests and answers by name. */
export interface Schemas {
  Article: {
    id: string
    /** Readers see it, readers do not see it, or it is being deleted. */
    state: 'live' | 'draft' | 'deleting'
    slug: string
    /** Its address at its home; null while readers do not see it. */
    url: string | null
    title: string
    metaDescription: string | null
    author: string
    tags: string[]
    keywords: string[]
    canonicalUrl: string | null
    cover: string | null
    /** A BCP 47 tag; null if its author has set none. */
    lang: string | null
    /** The id of the first article of its translations, which may be gone. A draft has what its writer typed. */
    translationOf: string | null
    siteIds: string[]
    generateVariations: boolean
    publishedAt: string | null
    updatedAt: string
    /** The number of the revision that has this text. */
    revision: number
    /** True if `/v1/drafts/{id}` has changes that readers do not see. */
    hasWorkingCopy: boolean
    /** Markdown. */
    content: string
  }
  ArticleHead: {
    id: string
    /** Readers see it, readers do not see it, or it is being deleted. */
    state: 'live' | 'draft' | 'deleting'
    slug: string
    /** Its address at its home; null while readers do not see it. */
    url: string | null
    title: string
    metaDescription: string | null
    author: string
    tags: string[]
    keywords: string[]
    canonicalUrl: string | null
    cover: string | null
    /** A BCP 47 tag; null if its author has set none. */
    lang: string | null
    /** The id of the first article of its translations, which may be gone. A draft has what its writer typed. */
    translationOf: string | null
    siteIds: string[]
    generateVariations: boolean
    publishedAt: string | null
    updatedAt: string
    /** The number of the revision that has this text. */
    revision: number
    /** True if `/v1/drafts/{id}` has changes that readers do not see. */
    hasWorkingCopy: boolean
  }
  ArticleItem: {
    id: string
    /** Readers see it, readers do not see it, or it is being deleted. */
    state: 'live' | 'draft' | 'deleting'
    url: string | null
    title: string
    author: string
    tags: string[]
    publishedAt: string | null
    changedAt: string
    hasWorkingCopy: boolean
    /** True if a plan will publish a text of it. */
    isScheduled: boolean
    sites: {
      siteId: string
      state: 'live' | 'updating' | 'sending' | 'leaving' | 'refused' | 'planned' | 'absent'
    }[]
  }
  ArticleChanges: {
    title?: string
    /** Markdown. */
    content?: string
    metaDescription?: string | null
    /** One name, or several with commas. */
    author?: string
    tags?: string[]
    keywords?: string[]
    canonicalUrl?: string | null
    /** The address of a picture or the name of a drawing; null for the first picture. */
    cover?: string | null
    /** A BCP 47 tag; null to tell the language by the letters. */
    lang?: string | null
    /** The id of an article of the account that this one is a translation of; null for none. */
    translationOf?: string | null
    /** The end of the address. A new one leaves a redirect. */
    slug?: string
    /** The ids of the sites that the article is published on, from `GET /v1/sites`. */
    siteIds?: string[]
    /** True if each site but the main one gets a variation that a model writes. */
    generateVariations?: boolean
  }
  NewArticle: {
    title: string
    /** Markdown. */
    content: string
    /** The name of the person if left out. */
    author?: string
    metaDescription?: string | null
    tags?: string[]
    keywords?: string[]
    canonicalUrl?: string | null
    /** The address of a picture or the name of a drawing; null for the first picture. */
    cover?: string | null
    /** A BCP 47 tag; null to tell the language by the letters. */
    lang?: string | null
    /** The id of an article of the account that this one is a translation of; null for none. */
    translationOf?: string | null
    /** The ids of the sites that the article is published on, from `GET /v1/sites`. */
    siteIds: string[]
    /** True if each site but the main one gets a variation that a model writes. */
    generateVariations?: boolean
  }
  PublishBody: {
    /** The ids of the sites that the article is published on, from `GET /v1/sites`. */
    siteIds?: string[]
    /** True if each site but the main one gets a variation that a model writes. */
    generateVariations?: boolean
  }
  Draft: {
    id: string
    version: number
    savedAt: string
    /** The article that it is the working copy of; else null. */
    articleId: string | null
    slug: string
    title: string
    metaDescription: string | null
    author: string
    tags: string[]
    keywords: string[]
    canonicalUrl: string | null
    cover: string | null
    /** A BCP 47 tag; null if its author has set none. */
    lang: string | null
    /** The id of the first article of its translations, which may be gone. A draft has what its writer typed. */
    translationOf: string | null
    siteIds: string[]
    generateVariations: boolean
    content: string
  }
  DraftHead: {
    id: string
    version: number
    savedAt: string
    /** The article that it is the working copy of; else null. */
    articleId: string | null
    slug: string
    title: string
    metaDescription: string | null
    author: string
    tags: string[]
    keywords: string[]
    canonicalUrl: string | null
    cover: string | null
    /** A BCP 47 tag; null if its author has set none. */
    lang: string | null
    /** The id of the first article of its translations, which may be gone. A draft has what its writer typed. */
    translationOf: string | null
    siteIds: string[]
    generateVariations: boolean
  }
  DraftItem: {
    id: string
    version: number
    savedAt: string
    /** The article that it is the working copy of; else null. */
    articleId: string | null
    title: string
  }
  DraftTexts: {
    title?: string
    content?: string
    metaDescription?: string | null
    author?: string
    tags?: string[]
    keywords?: string[]
    canonicalUrl?: string | null
    /** The address of a picture or the name of a drawing; null for the first picture. */
    cover?: string | null
    /** A BCP 47 tag; null to tell the language by the letters. */
    lang?: string | null
    /** The id of an article of the account that this one is a translation of; null for none. */
    translationOf?: string | null
    slug?: string
    /** The ids of the sites that the article is published on, from `GET /v1/sites`. */
    siteIds?: string[]
    /** True if each site but the main one gets a variation that a model writes. */
    generateVariations?: boolean
  }
  Revision: {
    number: number
    kind: 'published' | 'saved'
    cause: string
    madeAt: string
    madeBy: string | null
    writtenBy: string | null
    approvedBy: string | null
    approvedAt: string | null
    changed: string[]
    restoredFrom: number | null
  }
  RevisionTexts: {
    number: number
    title: string
    content: string
    metaDescription: string
    author: string
    tags: string[]
    keywords: string[]
    canonicalUrl: string
    cover: string
    lang: string
    translationOf: string
    slug: string
  }
  Plan: {
    id: string
    articleId: string
    kind: 'publish' | 'take-off' | 'unpublish'
    dueAt: string
    revision: number | null
    siteNames: string[]
    waitsForReview: boolean
    /** Null while it waits. */
    result: 'done' | 'refused' | 'cancelled' | null
    notes: string[]
  }
  PlanMade: { id: string; articleId: string }
  PlanMove: { dueAt: string }
  NewPlan: {
    kind: 'publish' | 'take-off' | 'unpublish'
    dueAt: string
    siteIds?: string[]
    generateVariations?: boolean
  }
  Delivery: {
    siteId: string
    siteName: string
    state: 'pending' | 'delivered' | 'removed' | 'failed'
    url: string | null
    /** Why it failed, as a sentence. */
    reason: string | null
    nextAttemptAt: string | null
    variation: string | null
  }
  DeliveryRetry: {
    /** One site; all that are not up to date if left out. */
    siteId?: string
  }
  Redirect: { siteId: string; path: string }
  Site: { id: string; name: string; url: string; kind: string }
  NoBody: Record<string, never>
  FieldError: { field: string; message: string }
  Problem: {
    type: string
    title: string
    status: number
    /** For programs. */
    code: string
    /** For people. */
    message: string
    /** What is wrong, field by field. */
    errors?: Schemas['FieldError'][]
    /** The scope that the token lacks. */
    scope?: string
    /** The version that the request named. */
    expected?: string
    /** The version that is there. */
    current?: string
    /** Why a variation does not fit its article as it is now. */
    faults?: string[]
    /** What a merge left to a person: both texts of each field. */
    conflicts?: { field: string; mine: string; theirs: string }[]
  }
  ListArticlesAnswer: { entries: Schemas['ArticleItem'][]; next: string | null }
  ListRevisionsAnswer: { entries: Schemas['Revision'][]; next: string | null }
  ListVariationRevisionsAnswer: { entries: Schemas['Revision'][]; next: string | null }
  ListPlansAnswer: { entries: Schemas['Plan'][]; next: string | null }
  ListDeliveriesAnswer: { entries: Schemas['Delivery'][]; next: string | null }
  RetryDeliveriesAnswer: { entries: Schemas['Delivery'][]; next: string | null }
  ListRedirectsAnswer: { entries: Schemas['Redirect'][]; next: string | null }
  ListDraftsAnswer: { entries: Schemas['DraftItem'][]; next: string | null }
  ListSharesAnswer: { entries: Schemas['ShareDraftAnswer'][]; next: string | null }
  ShareDraftBody: {
    /** The days that it shows it. */
    days: 1 | 7 | 30
  }
  ShareDraftAnswer: { id: string; url: string; madeAt: string; endsAt: string }
  ListPicturesAnswer: { entries: Schemas['AddPictureAnswer'][]; next: string | null }
  AddPictureAnswer: {
    id: string
    /** Its address in texts, in covers and in looks. */
    path: string
    width: number
    height: number
    name: string
    alt: string
    caption: string
    /** The part that is never cut off, in percent of both sides; null for the middle. */
    focus: { x: number; y: number } | null
    createdAt: string
    uses: number
    /** The number of places where other accounts show it. */
    otherUses: number
  }
  CountUnusedPicturesAnswer: { count: number; shownElsewhere: number }
  RemoveUnusedPicturesAnswer: { removed: number }
  FindAltRuleAnswer: {
    /** True if articles are only published if each picture has an alt text. */
    requiresAlt: boolean
  }
  FindPictureAnswer: {
    id: string
    /** Its address in texts, in covers and in looks. */
    path: string
    width: number
    height: number
    name: string
    alt: string
    caption: string
    /** The part that is never cut off, in percent of both sides; null for the middle. */
    focus: { x: number; y: number } | null
    createdAt: string
    uses: number
    /** The number of places where other accounts show it. */
    otherUses: number
    places: {
      place: 'article' | 'draft' | 'plan' | 'settings' | 'template' | 'face'
      id?: string
      articleId?: string
      title?: string
    }[]
  }
  ChangePictureBody: {
    alt?: string
    caption?: string
    /** The part that is never cut off, in percent of both sides; null for the middle. */
    focus?: { x: number; y: number } | null
  }
  ReplacePictureBody: {
    /** The id of the other picture. */
    by: string
  }
  ReplacePictureAnswer: { runId: string }
  ListSitesAnswer: { entries: Schemas['Site'][]; next: string | null }
  AddSiteBody: {
    kind: 'hosted' | 'wordpress' | 'ghost' | 'webhook'
    name: string
    url: string
    /** Its topics and its tone, for variations. */
    description?: string
    /** Lists of sites show those of a group together. */
    groupName?: string
    /** How copies refer to their original, for readers and search engines. */
    copyPolicy?: 'canonical' | 'noindex' | 'independent'
    /** WordPress: `username` and an application password. Ghost: an Admin API `key`. */
    credentials?: { username?: string; password?: string; key?: string }
  }
  AddSiteAnswer: {
    site: Schemas['FindSiteAnswer']
    /** It signs messages to a webhook, and is shown once. */
    secret: string | null
    test: Schemas['TestNewSiteAnswer'] | null
  }
  TestNewSiteBody: {
    kind: 'wordpress' | 'ghost'
    url: string
    /** WordPress: `username` and an application password. Ghost: an Admin API `key`. */
    credentials: { username?: string; password?: string; key?: string }
  }
  TestNewSiteAnswer: {
    isConnected: boolean
    /** The title that the site gives itself. */
    name: string | null
    message: string
  }
  ListManagedSitesAnswer: { entries: Schemas['FindSiteAnswer'][]; next: string | null }
  FindSiteAnswer: {
    id: string
    kind: 'hosted' | 'wordpress' | 'ghost' | 'webhook'
    url: string
    name: string
    /** Its topics and its tone, for variations. */
    description: string
    /** Lists of sites show those of a group together. */
    groupName: string
    /** How copies refer to their original, for readers and search engines. */
    copyPolicy: 'canonical' | 'noindex' | 'independent'
    isActive: boolean
    disabledReason: string | null
    /** True if all accounts publish to it, and none may change it. */
    isShared: boolean
    /** The time of the last test of its connection. */
    checkedAt: string | null
    checkFailure: string | null
    /** The number of the account’s articles on it. */
    delivered: number
    failed: number
    lastDeliveredAt: string | null
  }
  ChangeSiteBody: {
    name?: string
    /** Its topics and its tone, for variations. */
    description?: string
    /** Lists of sites show those of a group together. */
    groupName?: string
    /** How copies refer to their original, for readers and search engines. */
    copyPolicy?: 'canonical' | 'noindex' | 'independent'
    /** False: it gets no deliveries, and is not served. */
    isActive?: boolean
  }
  ConnectSiteBody: {
    url: string
    /** The saved ones stay if they are left out. */
    credentials?: { username?: string; password?: string; key?: string }
  }
  ConnectSiteAnswer: { site: Schemas['FindSiteAnswer']; test: Schemas['TestNewSiteAnswer'] | null }
  TestSiteBody: {
    url?: string
    /** WordPress: `username` and an application password. Ghost: an Admin API `key`. */
    credentials?: { username?: string; password?: string; key?: string }
  }
  AddSecretAnswer: {
    /** Shown once; null if the request is sent again. */
    secret: string | null
  }
  FindFaceAnswer: {
    name: string
    tagline: string
    /** Null for English. */
    language: 'de' | 'fr' | 'es' | 'pt' | 'ar' | 'he' | 'ja' | null
    accent: string | null
    paperLight: string | null
    paperDark: string | null
    type: 'garamond' | 'magazine' | 'slab' | 'modern' | 'plain' | null
    covers: 'ink' | 'sea' | 'earth' | 'garden' | 'dusk' | null
    logoLight: string | null
    logoDark: string | null
    icon: string | null
    menu: { label: string; href: string }[] | null
    footer: { label: string; href: string }[] | null
    footerText: string
    /** Null for the usual eight. */
    categories: { name: string; tags: string[]; description: string }[] | null
    /** The front page; null for the one that edits itself. Articles have their ids. */
    front: {
      layout: 'even' | 'headlines' | null
      lead: string | null
      sections: {
        title: string
        /** Null for chosen articles. */
        tag: string | null
        articles: string[]
      }[]
      news: string[]
      topics: 'lately' | string[] | null
    } | null
    /** The last change, if it can be undone. */
    undoableVersion: number | null
    /** Those of the front page that readers cannot open. */
    missingArticles: string[]
    /** Addresses in its menus that lead to no page. */
    deadLinks: string[]
  }
  ChangeFaceBody: {
    /** Of the main site alone. */
    name?: string
    tagline?: string
    /** Null for English. */
    language?: 'de' | 'fr' | 'es' | 'pt' | 'ar' | 'he' | 'ja' | null
    accent?: string | null
    paperLight?: string | null
    paperDark?: string | null
    type?: 'garamond' | 'magazine' | 'slab' | 'modern' | 'plain' | null
    covers?: 'ink' | 'sea' | 'earth' | 'garden' | 'dusk' | null
    logoLight?: string | null
    logoDark?: string | null
    icon?: string | null
    menu?: { label: string; href: string }[] | null
    footer?: { label: string; href: string }[] | null
    footerText?: string
    /** Null for the usual eight. */
    categories?: { name: string; tags: string[]; description: string }[] | null
    /** The front page; null for the one that edits itself. Articles have their ids. */
    front?: {
      layout: 'even' | 'headlines' | null
      lead: string | null
      sections: {
        title: string
        /** Null for chosen articles. */
        tag: string | null
        articles: string[]
      }[]
      news: string[]
      topics: 'lately' | string[] | null
    } | null
    /** True if the nearest readable colour takes the place of one that is not readable. */
    takesNearest?: boolean
  }
  UndoFaceBody: { version: number }
  ListPagesAnswer: { entries: Schemas['AddPageAnswer'][]; next: string | null }
  AddPageBody: {
    path: string
    title: string
    /** Markdown. */
    content: string
  }
  AddPageAnswer: { articleId: string; path: string; title: string; isPublished: boolean }
  MovePageBody: {
    /** Its new path, such as `/about`. The old one redirects. */
    path: string
    /** The site that it moves to; this one if left out. */
    siteId?: string
  }
  ListTagsAnswer: { entries: Schemas['FindTagAnswer'][]; next: string | null }
  FindTagAnswer: {
    /** The spelling that most articles have. */
    name: string
    articles: number
    description: string
  }
  ChangeTagBody: {
    /** A new name, which all articles with the tag get, by a run that can be undone. */
    name?: string
    description?: string
    /** True if the new name may be that of another tag. */
    merge?: boolean
  }
  ChangeTagAnswer: {
    /** Null if no article has it any more. */
    tag: Schemas['FindTagAnswer'] | null
    /** The run that gives articles the new name; null without one. */
    runId: string | null
  }
  ListAuthorsAnswer: { entries: Schemas['FindAuthorAnswer'][]; next: string | null }
  FindAuthorAnswer: {
    name: string
    articles: number
    biography: string
    /** The path of a picture of the library. */
    picture: string | null
    links: string[]
  }
  ChangeAuthorBody: {
    biography?: string
    /** `path` of a picture of the library; null for none. */
    picture?: string | null
    links?: string[]
  }
  ListCitiesAnswer: { entries: Schemas['AddCityAnswer'][]; next: string | null }
  AddCityBody: {
    name: string
    state: string
    population?: number | null
    /** Markdown. */
    notes?: string
  }
  AddCityAnswer: {
    id: string
    /** Its part in the addresses of landing pages. */
    slug: string
    name: string
    state: string
    population: number | null
    /** Markdown. */
    notes: string
  }
  ChangeCityBody: {
    name?: string
    state?: string
    population?: number | null
    /** Markdown. */
    notes?: string
    /** True if a new name leaves the slug as it is. */
    keepsSlug?: boolean
  }
  DeleteCitiesBody: {
    ids?: string[]
    all?: {
      q?: string
      /** The number of entries that this deletes. */
      count: number
    }
  }
  DeleteCitiesAnswer: { count: number }
  FindCityFileAnswer: {
    readingId: string
    fileName: string
    toAdd: number
    /** The entries that are there already. */
    present: number
    /** Those of them that differ in the file. */
    changed: number
    refused: { line: number; name: string; reason: string }[]
    isTooMany: boolean
  }
  ImportCitiesBody: {
    readingId: string
    /** True if entries that are there take what differs. */
    updates?: boolean
  }
  ImportCitiesAnswer: { added: number; updated: number }
  ListServicesAnswer: { entries: Schemas['AddServiceAnswer'][]; next: string | null }
  AddServiceBody: {
    name: string
    /** Markdown. */
    description?: string
  }
  AddServiceAnswer: {
    id: string
    /** Its part in the addresses of landing pages. */
    slug: string
    name: string
    /** Markdown. */
    description: string
  }
  ChangeServiceBody: {
    name?: string
    /** Markdown. */
    description?: string
    /** True if a new name leaves the slug as it is. */
    keepsSlug?: boolean
  }
  ListLandingPagesAnswer: {
    entries: {
      id: string
      slug: string
      title: string
      state: 'published' | 'noindex' | 'unpublished' | 'retired'
      score: number | null
      cityId: string | null
      cityName: string | null
    }[]
    next: string | null
  }
  FindLandingPageAnswer: {
    id: string
    slug: string
    title: string
    state: 'published' | 'noindex' | 'unpublished' | 'retired'
    score: number | null
    cityId: string | null
    cityName: string | null
    /** Safe HTML. */
    content: string
  }
  GenerateLandingPagesBody: {
    /** True if those that are there are made again. */
    regenerateAll?: boolean
    /** True if a language model writes paragraphs. */
    usesModel?: boolean
  }
  FindTemplateAnswer: {
    title: string
    description: string
    /** Markdown with fields. */
    body: string
    /** The state of pages below the quality gate. */
    belowGate: 'unpublished' | 'noindex'
  }
  PreviewTemplateAnswer: { title: string; description: string; content: string; score: number }
  FindAuditAnswer: {
    auditedAt: string | null
    pages: number
    counts: Record<string, number>
    kind:
      | 'broken-links'
      | 'orphans'
      | 'page-links'
      | 'title-duplicate'
      | 'title-long'
      | 'description-missing'
      | 'description-short'
      | 'description-long'
      | 'description-duplicate'
      | 'image-missing'
      | 'alt-missing'
      | 'headings-missing'
      | 'headings-skipped'
      | null
    entries: { title: string; detail: string; isChanged: boolean }[]
    next: string | null
  }
  FindLinkReportAnswer: {
    checkedAt: string | null
    articles: number
    links: number
    orphans: number
    broken: number
    entries: {
      articleId: string
      title: string
      /** That of a broken link. */
      address: string | null
      fault: string | null
    }[]
    next: string | null
  }
  ListLinkFixesAnswer: {
    entries: {
      id: string
      mode: 'fix' | 'try' | 'undo'
      state: 'queued' | 'running' | 'done' | 'failed'
      total: number
      done: number
      createdAt: string
    }[]
    next: string | null
  }
  StartLinkFixBody: {
    /** `try` changes nothing. */
    mode: 'fix' | 'try'
    usesModel?: boolean
  }
  UndoLinkFixBody: { articleId?: string }
  UndoLinkFixAnswer: { runId: string | null }
  ListEnginesAnswer: {
    entries: {
      engine: string
      state: string
      /** The number of changed pages that wait. */
      waiting: number
      pausedUntil: string | null
    }[]
    next: string | null
  }
  ListReceiptsAnswer: {
    entries: {
      id: string
      engine: string
      origin: string
      addresses: number
      examples: string[]
      status: number | null
      outcome: 'accepted' | 'refused' | 'failed'
      detail: string
      createdAt: string
    }[]
    next: string | null
  }
  FindImportAnswer: {
    id: string
    fileName: string
    state: 'reading' | 'asking' | 'unreadable' | 'read' | 'importing' | 'stopped' | 'done'
    problem: string | null
    /** Those to choose from while it asks. */
    encodings: string[]
    asDrafts: boolean
    counts: {
      new: number
      changed: number
      same: number
      refused: number
      leftOut: number
      waiting: number
      created: number
      updated: number
      planned: number
      deletable: number
      restorable: number
      deleted: number
    }
    refused: { position: number; place: string; title: string; problem: string }[]
    /** The first ones. */
    articles: {
      position: number
      title: string
      isChange: boolean
      isPublic: boolean
      articleId: string | null
    }[]
    run: { id: string; state: string; total: number; done: number } | null
  }
  DiscardImportBody: { importId: string }
  FindFoundArticleAnswer: {
    position: number
    title: string
    content: string
    metaDescription: string | null
    author: string | null
    tags: string[]
    canonicalUrl: string | null
    lang: string | null
    publishedAt: string | null
  }
  ChooseEncodingBody: { importId: string; encoding: string }
  StartImportBody: {
    importId: string
    asDrafts: boolean
    /** False: articles that are there stay as they are. */
    updates?: boolean
    /** The author of all new articles; null for the names in the file. */
    author?: string | null
    siteIds?: string[]
    bringsPictures?: boolean
  }
  FindSettingsAnswer: {
    siteName: string
    siteDomain: string
    defaultMetaDescription: string
    defaultOgImage: string
    businessName: string
    businessPhone: string
    businessAddress: string
    businessCity: string
    businessState: string
    businessZip: string
    businessHours: string
    businessArea: string
    businessLogoUrl: string
    socialFacebook: string
    socialTwitter: string
    socialLinkedin: string
    socialInstagram: string
    gscVerificationCode: string
  }
  ChangeSettingsBody: {
    siteName?: string
    siteDomain?: string
    defaultMetaDescription?: string
    defaultOgImage?: string
    businessName?: string
    businessPhone?: string
    businessAddress?: string
    businessCity?: string
    businessState?: string
    businessZip?: string
    businessHours?: string
    businessArea?: string
    businessLogoUrl?: string
    socialFacebook?: string
    socialTwitter?: string
    socialLinkedin?: string
    socialInstagram?: string
    gscVerificationCode?: string
  }
  FindRunAnswer: {
    id: string
    kind: string
    state: 'queued' | 'running' | 'done' | 'failed'
    total: number
    done: number
    counts: Record<string, number>
    /** One for each part that is done, the first ones first: those of the page. */
    results: Record<string, unknown>[]
    /** The cursor of the next page of results. */
    next: string | null
    error: string | null
    createdAt: string
    startedAt: string | null
    finishedAt: string | null
  }
  ListUndoableAnswer: {
    entries: {
      /** That of the run; for a plan that was moved, that of the plan. */
      runId: string
      label: string
      madeAt: string
    }[]
    next: string | null
  }
  ListMembersAnswer: { entries: Schemas['ChangeMemberAnswer'][]; next: string | null }
  ChangeMemberBody: {
    role: 'editor' | 'author' | 'contributor'
    /** The sites that the person works on; null for all. */
    siteIds?: string[] | null
  }
  ChangeMemberAnswer: {
    personId: string
    name: string
    email: string
    role: 'owner' | 'editor' | 'author' | 'contributor'
    siteIds: string[] | null
    since: string
    /** Set for a person who has left. */
    endedAt: string | null
  }
  ListInvitationsAnswer: {
    entries: {
      id: string
      /** Null for a link to hand over. */
      email: string | null
      offeredTo: string | null
      role: 'owner' | 'editor' | 'author' | 'contributor'
      siteIds: string[] | null
      madeBy: string | null
      endsAt: string
    }[]
    next: string | null
  }
  InvitePersonBody: {
    /** Left out for a link to hand over. */
    email?: string
    role: 'editor' | 'author' | 'contributor'
    /** The sites that the person works on; null for all. */
    siteIds?: string[] | null
  }
  InvitePersonAnswer: {
    id: string
    /** It is shown once; null for an invitation by mail. */
    link: string | null
  }
  FindAccountAnswer: { name: string }
  ListRecordAnswer: {
    entries: {
      id: string
      at: string
      who: string
      act: string
      about: string | null
      address: string | null
    }[]
    next: string | null
  }
  ListWebhooksAnswer: { entries: Schemas['FindWebhookAnswer'][]; next: string | null }
  AddWebhookBody: {
    /** The https address of a receiver. */
    url: string
    /** The events that it gets. */
    kinds: (
      | 'article.published'
      | 'article.updated'
      | 'article.unpublished'
      | 'article.deleted'
      | 'delivery.succeeded'
      | 'delivery.refused'
      | 'run.ended'
      | 'landing_page.published'
      | 'landing_page.updated'
      | 'landing_page.unpublished'
      | 'member.joined'
      | 'member.left'
      | 'member.role_changed'
    )[]
  }
  AddWebhookAnswer: {
    webhook: Schemas['FindWebhookAnswer']
    /** Messages are signed with it. It is shown once. */
    secret: string | null
  }
  FindWebhookAnswer: {
    id: string
    url: string
    kinds: (
      | 'article.published'
      | 'article.updated'
      | 'article.unpublished'
      | 'article.deleted'
      | 'delivery.succeeded'
      | 'delivery.refused'
      | 'run.ended'
      | 'landing_page.published'
      | 'landing_page.updated'
      | 'landing_page.unpublished'
      | 'member.joined'
      | 'member.left'
      | 'member.role_changed'
    )[]
    /** Why it gets no messages; null while it gets them. */
    pauseReason: 'person' | 'gone' | 'failing' | null
    /** Set while no message is accepted. */
    failingSince: string | null
    /** Messages that are not sent yet. */
    waiting: number
  }
  ChangeWebhookBody: {
    /** The https address of a receiver. */
    url?: string
    /** The events that it gets. */
    kinds?: (
      | 'article.published'
      | 'article.updated'
      | 'article.unpublished'
      | 'article.deleted'
      | 'delivery.succeeded'
      | 'delivery.refused'
      | 'run.ended'
      | 'landing_page.published'
      | 'landing_page.updated'
      | 'landing_page.unpublished'
      | 'member.joined'
      | 'member.left'
      | 'member.role_changed'
    )[]
    /** A paused webhook gives up what waits, and is not told what happens. */
    isPaused?: boolean
  }
  RenewWebhookSecretAnswer: {
    /** It is shown once. The former one signs too for a day. */
    secret: string | null
  }
  ListWebhookMessagesAnswer: {
    entries: {
      id: string
      kind: string
      at: string
      /** When the receiver accepted it. */
      sentAt: string | null
      /** The next attempt; null for none. */
      dueAt: string | null
      data: Record<string, unknown>
      /** The newest first. */
      attempts: {
        at: string
        durationMs: number
        /** Of the answer; null without one. */
        status: number | null
        /** Its first characters, or why there was none. */
        answer: string
      }[]
    }[]
    next: string | null
  }
}

/** What each operation takes and answers, by its method and path. */
export interface Operations {
  /** Lists the articles of the account, by the filters of the board. Needs the scope `articles:read`. */
  'GET /v1/articles': {
    request: {
      query?: {
        /** Words of the title or of the text. */
        q?: string | number
        state?: 'live' | 'draft' | 'scheduled' | 'edited' | 'for-me' | 'sending' | 'refused'
        /** The id of a site that should have the article. */
        site?: string | number
        tag?: string | number
        author?: string | number
        /** Such as `2026-11`: of the publication if the list is sorted by that, else of the change. */
        month?: string | number
        sort?: 'changed' | 'oldest' | 'published' | 'first-published' | 'title' | 'title-down'
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListArticlesAnswer']
  }
  /** Publishes a new article. Needs the scope `articles:publish`. */
  'POST /v1/articles': {
    request: { body: Schemas['NewArticle'] }
    answer: Schemas['ArticleHead']
  }
  /** Returns an article. Needs the scope `articles:read`. */
  'GET /v1/articles/{articleId}': {
    request: { path: { articleId: string } }
    answer: Schemas['Article']
  }
  /** Changes an article. With merge, changes of others since are merged by lines. Needs the scope `articles:publish`. */
  'PATCH /v1/articles/{articleId}': {
    request: {
      path: { articleId: string }
      query?: {
        /** Merges the change with those that others made since. */
        merge?: '' | 'true'
      }
      body?: Schemas['ArticleChanges']
      ifMatch: string
    }
    answer: Schemas['ArticleHead']
  }
  /** Deletes an article and its copies on all sites. Needs the scope `articles:publish`. */
  'DELETE /v1/articles/{articleId}': {
    request: { path: { articleId: string }; body?: Schemas['NoBody']; ifMatch?: string }
    answer: undefined
  }
  /** Publishes an article that readers do not see, or sends one to more sites. Needs the scope `articles:publish`. */
  'POST /v1/articles/{articleId}/publish': {
    request: { path: { articleId: string }; body?: Schemas['PublishBody']; ifMatch?: string }
    answer: Schemas['ArticleHead']
  }
  /** Takes an article off all sites. Needs the scope `articles:publish`. */
  'POST /v1/articles/{articleId}/unpublish': {
    request: { path: { articleId: string }; body?: Schemas['NoBody']; ifMatch?: string }
    answer: Schemas['ArticleHead']
  }
  /** Lists the revisions of an article or a draft, the newest first. Needs the scope `articles:read`. */
  'GET /v1/articles/{articleId}/revisions': {
    request: {
      path: { articleId: string }
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListRevisionsAnswer']
  }
  /** Returns the texts of a revision. Needs the scope `articles:read`. */
  'GET /v1/articles/{articleId}/revisions/{number}': {
    request: { path: { articleId: string; number: number } }
    answer: Schemas['RevisionTexts']
  }
  /** Restores a revision into the draft or the working copy. Needs the scope `articles:write`. */
  'POST /v1/articles/{articleId}/revisions/{number}': {
    request: { path: { articleId: string; number: number }; body?: Schemas['NoBody']; ifMatch?: string }
    answer: Schemas['DraftHead']
  }
  /** Lists the revisions of the variation of an article for a site, the newest first. Needs the scope `articles:read`. */
  'GET /v1/articles/{articleId}/variations/{siteId}/revisions': {
    request: {
      path: { articleId: string; siteId: string }
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListVariationRevisionsAnswer']
  }
  /** Returns the texts of a revision of a variation. Needs the scope `articles:read`. */
  'GET /v1/articles/{articleId}/variations/{siteId}/revisions/{number}': {
    request: { path: { articleId: string; siteId: string; number: number } }
    answer: Schemas['RevisionTexts']
  }
  /** Restores a revision of a variation, which its site gets at once. Needs the scope `articles:publish`. */
  'POST /v1/articles/{articleId}/variations/{siteId}/revisions/{number}': {
    request: { path: { articleId: string; siteId: string; number: number }; body?: Schemas['NoBody'] }
    answer: Schemas['Delivery']
  }
  /** Lists the plans of an article: those that wait, then the last ones that are over. Needs the scope `articles:read`. */
  'GET /v1/articles/{articleId}/plans': {
    request: {
      path: { articleId: string }
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListPlansAnswer']
  }
  /** Plans the saved text of an article or a draft. Needs the scope `articles:publish`. */
  'POST /v1/articles/{articleId}/plans': {
    request: { path: { articleId: string }; body: Schemas['NewPlan'] }
    answer: Schemas['PlanMade']
  }
  /** Moves a plan to another time. Needs the scope `articles:publish`. */
  'PATCH /v1/articles/{articleId}/plans/{planId}': {
    request: { path: { articleId: string; planId: string }; body: Schemas['PlanMove'] }
    answer: Schemas['Plan']
  }
  /** Cancels a plan. Needs the scope `articles:publish`. */
  'DELETE /v1/articles/{articleId}/plans/{planId}': {
    request: { path: { articleId: string; planId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Replaces the text of a plan by the one that is saved now. Needs the scope `articles:publish`. */
  'POST /v1/articles/{articleId}/plans/{planId}/renew': {
    request: { path: { articleId: string; planId: string }; body?: Schemas['NoBody'] }
    answer: Schemas['Plan']
  }
  /** Restores a plan that was cancelled. Needs the scope `articles:publish`. */
  'POST /v1/articles/{articleId}/plans/{planId}/restore': {
    request: { path: { articleId: string; planId: string }; body?: Schemas['NoBody'] }
    answer: Schemas['Plan']
  }
  /** Returns the state of an article on each site. Needs the scope `articles:read`. */
  'GET /v1/articles/{articleId}/deliveries': {
    request: {
      path: { articleId: string }
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListDeliveriesAnswer']
  }
  /** Attempts again what did not reach its site. It answers with the first page of all deliveries. Needs the scope `articles:publish`. */
  'POST /v1/articles/{articleId}/deliveries': {
    request: { path: { articleId: string }; body?: Schemas['DeliveryRetry'] }
    answer: Schemas['RetryDeliveriesAnswer']
  }
  /** Lists the old paths that lead to an article. Needs the scope `articles:read`. */
  'GET /v1/articles/{articleId}/redirects': {
    request: {
      path: { articleId: string }
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListRedirectsAnswer']
  }
  /** Lists the drafts and the working copies of the account, the last saved first. Needs the scope `articles:read`. */
  'GET /v1/drafts': {
    request: {
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListDraftsAnswer']
  }
  /** Saves a new draft, which no reader sees. Needs the scope `articles:write`. */
  'POST /v1/drafts': {
    request: { body?: Schemas['DraftTexts'] }
    answer: Schemas['DraftHead']
  }
  /** Returns a draft or a working copy. Needs the scope `articles:read`. */
  'GET /v1/drafts/{draftId}': {
    request: { path: { draftId: string } }
    answer: Schemas['Draft']
  }
  /** Changes a draft, or begins the working copy of an article. With merge, changes of others since are merged by lines. Needs the scope `articles:write`. */
  'PATCH /v1/drafts/{draftId}': {
    request: {
      path: { draftId: string }
      query?: {
        /** Merges the change with those that others made since. */
        merge?: '' | 'true'
      }
      body?: Schemas['DraftTexts']
      ifMatch: string
    }
    answer: Schemas['DraftHead']
  }
  /** Discards a draft. Needs the scope `articles:write`. */
  'DELETE /v1/drafts/{draftId}': {
    request: { path: { draftId: string }; body?: Schemas['NoBody']; ifMatch?: string }
    answer: undefined
  }
  /** Publishes a draft, or a working copy over its article. Needs the scope `articles:publish`. */
  'POST /v1/drafts/{draftId}/publish': {
    request: { path: { draftId: string }; body?: Schemas['PublishBody']; ifMatch?: string }
    answer: Schemas['ArticleHead']
  }
  /** Submits a draft or a working copy for a review. Needs the scope `articles:write`. */
  'POST /v1/drafts/{draftId}/review': {
    request: { path: { draftId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Takes a submitted text back. Needs the scope `articles:write`. */
  'DELETE /v1/drafts/{draftId}/review': {
    request: { path: { draftId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Lists the links that show a draft to people without an account. Needs the scope `articles:read`. */
  'GET /v1/drafts/{draftId}/shares': {
    request: {
      path: { draftId: string }
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListSharesAnswer']
  }
  /** Makes a link that shows a draft to people without an account. Needs the scope `articles:write`. */
  'POST /v1/drafts/{draftId}/shares': {
    request: { path: { draftId: string }; body: Schemas['ShareDraftBody'] }
    answer: Schemas['ShareDraftAnswer']
  }
  /** Withdraws a link to a draft. Needs the scope `articles:write`. */
  'DELETE /v1/drafts/{draftId}/shares/{shareId}': {
    request: { path: { draftId: string; shareId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Lists the pictures of the library, the newest first. Needs the scope `pictures:read`. */
  'GET /v1/pictures': {
    request: {
      query?: {
        /** Words of the name, the alt text or the caption. */
        q?: string | number
        show?: 'unused' | 'no-alt'
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListPicturesAnswer']
  }
  /** Adds a picture, whose file is the body. The same file again finds the same picture. Needs the scope `pictures:write`. */
  'POST /v1/pictures': {
    request: {
      query?: {
        /** The name of the file. */
        name?: string | number
      }
      /** The file itself. */
      file: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>
      contentType:
        | 'image/jpeg'
        | 'image/png'
        | 'image/webp'
        | 'image/avif'
        | 'image/gif'
        | 'application/octet-stream'
    }
    answer: Schemas['AddPictureAnswer']
  }
  /** Counts the pictures that are used nowhere, and are older than a day. Needs the scope `pictures:read`. */
  'GET /v1/pictures/unused': {
    request: {}
    answer: Schemas['CountUnusedPicturesAnswer']
  }
  /** Deletes all pictures that are used nowhere, and are older than a day. Needs the scope `pictures:write`. */
  'DELETE /v1/pictures/unused': {
    request: { body?: Schemas['NoBody'] }
    answer: Schemas['RemoveUnusedPicturesAnswer']
  }
  /** Returns the rule for alt texts. Needs the scope `pictures:read`. */
  'GET /v1/pictures/rule': {
    request: {}
    answer: Schemas['FindAltRuleAnswer']
  }
  /** Changes the rule for alt texts. Needs the scope `pictures:write`. */
  'PUT /v1/pictures/rule': {
    request: { body: Schemas['FindAltRuleAnswer'] }
    answer: Schemas['FindAltRuleAnswer']
  }
  /** Returns a picture with the places where it is used. Needs the scope `pictures:read`. */
  'GET /v1/pictures/{pictureId}': {
    request: { path: { pictureId: string } }
    answer: Schemas['FindPictureAnswer']
  }
  /** Changes the words or the focus of a picture. Texts that show it keep their own words. Needs the scope `pictures:write`. */
  'PATCH /v1/pictures/{pictureId}': {
    request: { path: { pictureId: string }; body?: Schemas['ChangePictureBody'] }
    answer: Schemas['FindPictureAnswer']
  }
  /** Deletes a picture that is used nowhere. Needs the scope `pictures:write`. */
  'DELETE /v1/pictures/{pictureId}': {
    request: { path: { pictureId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Replaces a picture in all texts, by a run that can be undone. Needs the scope `pictures:write`. */
  'POST /v1/pictures/{pictureId}/replace': {
    request: { path: { pictureId: string }; body: Schemas['ReplacePictureBody'] }
    answer: Schemas['ReplacePictureAnswer']
  }
  /** Lists the sites that articles can be published on. Needs the scope `sites:read`. */
  'GET /v1/sites': {
    request: {
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListSitesAnswer']
  }
  /** Adds a site, and tests the connection to it. A remote one needs a fresh sign-in. Needs the scope `sites:write`. */
  'POST /v1/sites': {
    request: { body: Schemas['AddSiteBody'] }
    answer: Schemas['AddSiteAnswer']
  }
  /** Tests the connection to a site before it is added. Needs the scope `sites:write`. */
  'POST /v1/sites/test': {
    request: { body: Schemas['TestNewSiteBody'] }
    answer: Schemas['TestNewSiteAnswer']
  }
  /** Lists the account’s sites and the shared ones, with the state of each. Needs the scope `sites:read`. */
  'GET /v1/managed-sites': {
    request: {
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListManagedSitesAnswer']
  }
  /** Returns one of the account’s sites. Needs the scope `sites:read`. */
  'GET /v1/sites/{siteId}': {
    request: { path: { siteId: string } }
    answer: Schemas['FindSiteAnswer']
  }
  /** Changes the description of a site, or switches it on or off. Needs the scope `sites:write`. */
  'PATCH /v1/sites/{siteId}': {
    request: { path: { siteId: string }; body?: Schemas['ChangeSiteBody'] }
    answer: Schemas['FindSiteAnswer']
  }
  /** Removes a site. Copies on a hosted one are deleted with it. Articles on no other site are unpublished. Needs the scope `sites:write`. */
  'DELETE /v1/sites/{siteId}': {
    request: { path: { siteId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Changes the address or the credentials of a site. A remote one needs a fresh sign-in. Needs the scope `sites:write`. */
  'PUT /v1/sites/{siteId}/connection': {
    request: { path: { siteId: string }; body: Schemas['ConnectSiteBody'] }
    answer: Schemas['ConnectSiteAnswer']
  }
  /** Tests the connection to a site, as it is saved or with another address or credentials. Needs the scope `sites:write`. */
  'POST /v1/sites/{siteId}/test': {
    request: { path: { siteId: string }; body?: Schemas['TestSiteBody'] }
    answer: Schemas['TestNewSiteAnswer']
  }
  /** Makes a second secret for a webhook. It needs a fresh sign-in. Needs the scope `sites:write`. */
  'POST /v1/sites/{siteId}/secrets': {
    request: { path: { siteId: string }; body?: Schemas['NoBody'] }
    answer: Schemas['AddSecretAnswer']
  }
  /** Ends the older secret of a webhook. It needs a fresh sign-in. Needs the scope `sites:write`. */
  'DELETE /v1/sites/{siteId}/secrets': {
    request: { path: { siteId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Returns the look of a site. Needs the scope `sites:read`. */
  'GET /v1/sites/{siteId}/face': {
    request: { path: { siteId: string } }
    answer: Schemas['FindFaceAnswer']
  }
  /** Changes the look of a hosted site, or of the main site for its owner. Needs the scope `sites:write`. */
  'PATCH /v1/sites/{siteId}/face': {
    request: { path: { siteId: string }; body?: Schemas['ChangeFaceBody'] }
    answer: Schemas['FindFaceAnswer']
  }
  /** Undoes the last change of a look. Needs the scope `sites:write`. */
  'POST /v1/sites/{siteId}/face/undo': {
    request: { path: { siteId: string }; body: Schemas['UndoFaceBody'] }
    answer: Schemas['FindFaceAnswer']
  }
  /** Lists the pages of a site, by their paths. Needs the scope `sites:read`. */
  'GET /v1/sites/{siteId}/pages': {
    request: {
      path: { siteId: string }
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListPagesAnswer']
  }
  /** Adds a page to a site. It is changed and deleted as an article. Needs the scope `sites:write`. */
  'POST /v1/sites/{siteId}/pages': {
    request: { path: { siteId: string }; body: Schemas['AddPageBody'] }
    answer: Schemas['AddPageAnswer']
  }
  /** Moves a page to another address, on this site or another one of the account. Needs the scope `sites:write`. */
  'PATCH /v1/sites/{siteId}/pages/{articleId}': {
    request: { path: { siteId: string; articleId: string }; body: Schemas['MovePageBody'] }
    answer: Schemas['AddPageAnswer']
  }
  /** Lists the tags of the account’s articles, by name. Needs the scope `labels:read`. */
  'GET /v1/tags': {
    request: {
      query?: {
        /** A part of the name. */
        q?: string | number
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListTagsAnswer']
  }
  /** Returns a tag. Needs the scope `labels:read`. */
  'GET /v1/tags/{tag}': {
    request: { path: { tag: string } }
    answer: Schemas['FindTagAnswer']
  }
  /** Describes a tag, renames it in all articles, or merges it with another one. Needs the scope `labels:write`. */
  'PATCH /v1/tags/{tag}': {
    request: { path: { tag: string }; body?: Schemas['ChangeTagBody'] }
    answer: Schemas['ChangeTagAnswer']
  }
  /** Lists the authors of the account’s articles, by name. Needs the scope `labels:read`. */
  'GET /v1/authors': {
    request: {
      query?: {
        /** A part of the name. */
        q?: string | number
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListAuthorsAnswer']
  }
  /** Returns an author. Needs the scope `labels:read`. */
  'GET /v1/authors/{author}': {
    request: { path: { author: string } }
    answer: Schemas['FindAuthorAnswer']
  }
  /** Changes the profile of an author. Needs the scope `labels:write`. */
  'PATCH /v1/authors/{author}': {
    request: { path: { author: string }; body?: Schemas['ChangeAuthorBody'] }
    answer: Schemas['FindAuthorAnswer']
  }
  /** Lists cities, by name. Needs the scope `seo:read`. */
  'GET /v1/cities': {
    request: {
      query?: {
        /** A part of the name. */
        q?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListCitiesAnswer']
  }
  /** Adds a city. Needs the scope `seo:write`. */
  'POST /v1/cities': {
    request: { body: Schemas['AddCityBody'] }
    answer: Schemas['AddCityAnswer']
  }
  /** Returns a city. Needs the scope `seo:read`. */
  'GET /v1/cities/{cityId}': {
    request: { path: { cityId: string } }
    answer: Schemas['AddCityAnswer']
  }
  /** Changes a city, and makes its landing pages again. Needs the scope `seo:write`. */
  'PATCH /v1/cities/{cityId}': {
    request: { path: { cityId: string }; body?: Schemas['ChangeCityBody'] }
    answer: Schemas['AddCityAnswer']
  }
  /** Deletes a city. Needs the scope `seo:write`. */
  'DELETE /v1/cities/{cityId}': {
    request: { path: { cityId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Deletes some or all cities. Needs the scope `seo:write`. */
  'POST /v1/cities/delete': {
    request: { body?: Schemas['DeleteCitiesBody'] }
    answer: Schemas['DeleteCitiesAnswer']
  }
  /** Restores the cities that were deleted last. Needs the scope `seo:write`. */
  'POST /v1/cities/restore': {
    request: { body?: Schemas['NoBody'] }
    answer: Schemas['DeleteCitiesAnswer']
  }
  /** Returns what a file with cities that waits would add. Needs the scope `seo:read`. */
  'GET /v1/cities/import': {
    request: {}
    answer: Schemas['FindCityFileAnswer']
  }
  /** Reads a CSV file with cities, and imports nothing yet. Needs the scope `seo:write`. */
  'PUT /v1/cities/import': {
    request: {
      query?: {
        /** The name of the file. */
        name?: string | number
      }
      /** The file itself. */
      file: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>
      contentType: 'application/octet-stream'
    }
    answer: Schemas['FindCityFileAnswer']
  }
  /** Imports the cities of the file that waits. Needs the scope `seo:write`. */
  'POST /v1/cities/import': {
    request: { body: Schemas['ImportCitiesBody'] }
    answer: Schemas['ImportCitiesAnswer']
  }
  /** Discards the file that waits. Needs the scope `seo:write`. */
  'DELETE /v1/cities/import': {
    request: { body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Lists services, by name. Needs the scope `seo:read`. */
  'GET /v1/services': {
    request: {
      query?: {
        /** A part of the name. */
        q?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListServicesAnswer']
  }
  /** Adds a service. Needs the scope `seo:write`. */
  'POST /v1/services': {
    request: { body: Schemas['AddServiceBody'] }
    answer: Schemas['AddServiceAnswer']
  }
  /** Returns a service. Needs the scope `seo:read`. */
  'GET /v1/services/{serviceId}': {
    request: { path: { serviceId: string } }
    answer: Schemas['AddServiceAnswer']
  }
  /** Changes a service. Needs the scope `seo:write`. */
  'PATCH /v1/services/{serviceId}': {
    request: { path: { serviceId: string }; body?: Schemas['ChangeServiceBody'] }
    answer: Schemas['AddServiceAnswer']
  }
  /** Deletes a service. Needs the scope `seo:write`. */
  'DELETE /v1/services/{serviceId}': {
    request: { path: { serviceId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Deletes some or all services. Needs the scope `seo:write`. */
  'POST /v1/services/delete': {
    request: { body?: Schemas['DeleteCitiesBody'] }
    answer: Schemas['DeleteCitiesAnswer']
  }
  /** Restores the services that were deleted last. Needs the scope `seo:write`. */
  'POST /v1/services/restore': {
    request: { body?: Schemas['NoBody'] }
    answer: Schemas['DeleteCitiesAnswer']
  }
  /** Returns what a file with services that waits would add. Needs the scope `seo:read`. */
  'GET /v1/services/import': {
    request: {}
    answer: Schemas['FindCityFileAnswer']
  }
  /** Reads a CSV file with services, and imports nothing yet. Needs the scope `seo:write`. */
  'PUT /v1/services/import': {
    request: {
      query?: {
        /** The name of the file. */
        name?: string | number
      }
      /** The file itself. */
      file: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>
      contentType: 'application/octet-stream'
    }
    answer: Schemas['FindCityFileAnswer']
  }
  /** Imports the services of the file that waits. Needs the scope `seo:write`. */
  'POST /v1/services/import': {
    request: { body: Schemas['ImportCitiesBody'] }
    answer: Schemas['ImportCitiesAnswer']
  }
  /** Discards the file that waits. Needs the scope `seo:write`. */
  'DELETE /v1/services/import': {
    request: { body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Lists the landing pages, the lowest score first. Needs the scope `seo:read`. */
  'GET /v1/landing-pages': {
    request: {
      query?: {
        state?: 'published' | 'noindex' | 'unpublished' | 'retired'
        /** A part of the title or of the slug. */
        q?: string | number
        /** Those with a score of this ten: 9 for 90 to 100, 8 for 80 to 89. */
        band?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListLandingPagesAnswer']
  }
  /** Returns a landing page in any state. Needs the scope `seo:read`. */
  'GET /v1/landing-pages/{pageId}': {
    request: { path: { pageId: string } }
    answer: Schemas['FindLandingPageAnswer']
  }
  /** Makes and publishes the landing pages, as a run. Needs the scope `seo:write`. */
  'POST /v1/landing-pages/generate': {
    request: { body?: Schemas['GenerateLandingPagesBody'] }
    answer: Schemas['ReplacePictureAnswer']
  }
  /** Returns the template of the landing pages. Needs the scope `seo:read`. */
  'GET /v1/landing-pages/template': {
    request: {}
    answer: Schemas['FindTemplateAnswer']
  }
  /** Saves the template. Pages show it after the next run. Needs the scope `seo:write`. */
  'PUT /v1/landing-pages/template': {
    request: { body: Schemas['FindTemplateAnswer'] }
    answer: Schemas['FindTemplateAnswer']
  }
  /** Goes back to the template of the product. Needs the scope `seo:write`. */
  'DELETE /v1/landing-pages/template': {
    request: { body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Returns a landing page as a template would make it, and saves nothing. Needs the scope `seo:write`. */
  'POST /v1/landing-pages/template/preview': {
    request: { body: Schemas['FindTemplateAnswer'] }
    answer: Schemas['PreviewTemplateAnswer']
  }
  /** Returns the last audit, with one list of its findings. Needs the scope `seo:read`. */
  'GET /v1/audit': {
    request: {
      query?: {
        kind?:
          | 'broken-links'
          | 'orphans'
          | 'page-links'
          | 'title-duplicate'
          | 'title-long'
          | 'description-missing'
          | 'description-short'
          | 'description-long'
          | 'description-duplicate'
          | 'image-missing'
          | 'alt-missing'
          | 'headings-missing'
          | 'headings-skipped'
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['FindAuditAnswer']
  }
  /** Starts an audit, as a run. Needs the scope `seo:write`. */
  'POST /v1/audit': {
    request: { body?: Schemas['NoBody'] }
    answer: Schemas['ReplacePictureAnswer']
  }
  /** Returns the last report on links, with one of its lists. Needs the scope `seo:read`. */
  'GET /v1/links': {
    request: {
      query?: {
        list?: 'broken' | 'orphans'
        q?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['FindLinkReportAnswer']
  }
  /** Checks all links, as a run. Needs the scope `seo:write`. */
  'POST /v1/links': {
    request: { body?: Schemas['NoBody'] }
    answer: Schemas['ReplacePictureAnswer']
  }
  /** Lists the runs that added links to articles, the newest first. Needs the scope `seo:read`. */
  'GET /v1/links/fixes': {
    request: {
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListLinkFixesAnswer']
  }
  /** Adds links to all articles with a canonical address, as a run. Needs the scope `seo:write`. */
  'POST /v1/links/fixes': {
    request: { body: Schemas['StartLinkFixBody'] }
    answer: Schemas['ReplacePictureAnswer']
  }
  /** Takes the links of a run out again: of one article, or of all as a run. Needs the scope `seo:write`. */
  'POST /v1/links/fixes/{runId}/undo': {
    request: { path: { runId: string }; body?: Schemas['UndoLinkFixBody'] }
    answer: Schemas['UndoLinkFixAnswer']
  }
  /** Lists the search engines, with the changed pages that wait for each. Needs the scope `seo:read`. */
  'GET /v1/engines': {
    request: {}
    answer: Schemas['ListEnginesAnswer']
  }
  /** Lists the answers of search engines to notices, the newest first. Needs the scope `seo:read`. */
  'GET /v1/notices': {
    request: {
      query?: {
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListReceiptsAnswer']
  }
  /** Notifies search engines of all changed pages now, as a run. Needs the scope `seo:write`. */
  'POST /v1/notices': {
    request: { body?: Schemas['NoBody'] }
    answer: Schemas['ReplacePictureAnswer']
  }
  /** Returns the import, from the upload of its file to its report. Needs the scope `imports:write`. */
  'GET /v1/import': {
    request: {}
    answer: Schemas['FindImportAnswer']
  }
  /** Reads a file with articles, in place of an earlier import. It imports nothing yet. Needs the scope `imports:write`. */
  'PUT /v1/import': {
    request: {
      query: {
        /** The name of the file, such as `export.xml`. */
        name: string | number
        /** The address of the old site. */
        from?: string | number
      }
      /** The file itself. */
      file: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>
      contentType: 'application/octet-stream'
    }
    answer: Schemas['FindImportAnswer']
  }
  /** Discards the file, or the report of what came in. Needs the scope `imports:write`. */
  'DELETE /v1/import': {
    request: { body: Schemas['DiscardImportBody'] }
    answer: undefined
  }
  /** Returns an article that was found in the file. Needs the scope `imports:write`. */
  'GET /v1/import/articles/{position}': {
    request: { path: { position: number } }
    answer: Schemas['FindFoundArticleAnswer']
  }
  /** Reads the file again, in an encoding that the import asked for. Needs the scope `imports:write`. */
  'POST /v1/import/encoding': {
    request: { body: Schemas['ChooseEncodingBody'] }
    answer: Schemas['FindImportAnswer']
  }
  /** Imports the articles that were found, as a run. Needs the scope `imports:write`. */
  'POST /v1/import/start': {
    request: { body: Schemas['StartImportBody'] }
    answer: Schemas['FindImportAnswer']
  }
  /** Continues an import that was stopped. Needs the scope `imports:write`. */
  'POST /v1/import/continue': {
    request: { body: Schemas['DiscardImportBody'] }
    answer: Schemas['FindImportAnswer']
  }
  /** Stops the import. What came in stays. Needs the scope `imports:write`. */
  'POST /v1/import/stop': {
    request: { body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Fetches the pictures of other hosts that the articles show, as a run. Needs the scope `imports:write`. */
  'POST /v1/import/pictures': {
    request: { body: Schemas['DiscardImportBody'] }
    answer: Schemas['FindImportAnswer']
  }
  /** Stops to fetch pictures. Needs the scope `imports:write`. */
  'DELETE /v1/import/pictures': {
    request: { body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Takes the import back, as a run: what was not changed since. Needs the scope `imports:write`. */
  'POST /v1/import/take-back': {
    request: { body: Schemas['DiscardImportBody'] }
    answer: Schemas['FindImportAnswer']
  }
  /** Returns the SEO settings. Needs the scope `settings:read`. */
  'GET /v1/seo-settings': {
    request: {}
    answer: Schemas['FindSettingsAnswer']
  }
  /** Changes the SEO settings. Needs the scope `settings:write`. */
  'PATCH /v1/seo-settings': {
    request: { body?: Schemas['ChangeSettingsBody'] }
    answer: Schemas['FindSettingsAnswer']
  }
  /** Returns a run with a page of its results so far. Needs the scope `runs:read`. */
  'GET /v1/runs/{runId}': {
    request: {
      path: { runId: string }
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['FindRunAnswer']
  }
  /** Streams the progress of a run, until it has ended. Needs the scope `runs:read`. */
  'GET /v1/runs/{runId}/events': {
    request: {
      path: { runId: string }
      query?: {
        /** The run may begin later. */
        wait?: string | number
        /** The most results of an event, the last ones. */
        latest?: string | number
      }
    }
    answer: AsyncIterable<{ id: string; data: string }>
  }
  /** Lists the acts that can be undone, the newest first. Needs the scope `runs:read`. */
  'GET /v1/undoable': {
    request: {
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListUndoableAnswer']
  }
  /** Undoes a change of articles or tags, a publish, the replacement of a picture, or a moved plan. Needs the scope `articles:publish`. */
  'POST /v1/runs/{runId}/undo': {
    request: { path: { runId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Lists the people of the account, the owners first. Needs the scope `members:read`. */
  'GET /v1/members': {
    request: {
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListMembersAnswer']
  }
  /** Gives a person another role, and other sites. Needs the scope `members:write`. */
  'PATCH /v1/members/{personId}': {
    request: { path: { personId: string }; body: Schemas['ChangeMemberBody'] }
    answer: Schemas['ChangeMemberAnswer']
  }
  /** Removes a person from the account. What the person wrote stays. Needs the scope `members:write`. */
  'DELETE /v1/members/{personId}': {
    request: { path: { personId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Lists the open invitations, the newest first. Needs the scope `members:read`. */
  'GET /v1/invitations': {
    request: {
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListInvitationsAnswer']
  }
  /** Invites a person: by mail, or with a link to hand over. Needs the scope `members:write`. */
  'POST /v1/invitations': {
    request: { body: Schemas['InvitePersonBody'] }
    answer: Schemas['InvitePersonAnswer']
  }
  /** Withdraws an invitation. Needs the scope `members:write`. */
  'DELETE /v1/invitations/{invitationId}': {
    request: { path: { invitationId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Returns the name that the people of the account see. Needs the scope `members:read`. */
  'GET /v1/account': {
    request: {}
    answer: Schemas['FindAccountAnswer']
  }
  /** Renames the account. Needs the scope `members:write`. */
  'PATCH /v1/account': {
    request: { body: Schemas['FindAccountAnswer'] }
    answer: Schemas['FindAccountAnswer']
  }
  /** Lists who did what for the account, the newest first. Needs the scope `record:read`. */
  'GET /v1/record': {
    request: {
      query?: {
        /** A part of what it was about. */
        q?: string | number
        person?: string | number
        act?: string | number
        from?: string | number
        to?: string | number
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListRecordAnswer']
  }
  /** Lists the webhooks, the oldest first. Needs the scope `webhooks:read`. */
  'GET /v1/webhooks': {
    request: {
      query?: {
        /** The number of entries, 50 unless given. */
        limit?: string | number
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListWebhooksAnswer']
  }
  /** Adds a webhook, which is told of events. It needs a fresh sign-in. Needs the scope `webhooks:write`. */
  'POST /v1/webhooks': {
    request: { body: Schemas['AddWebhookBody'] }
    answer: Schemas['AddWebhookAnswer']
  }
  /** Returns a webhook. Needs the scope `webhooks:read`. */
  'GET /v1/webhooks/{webhookId}': {
    request: { path: { webhookId: string } }
    answer: Schemas['FindWebhookAnswer']
  }
  /** Pauses or starts a webhook. Its address and events need a fresh sign-in. Needs the scope `webhooks:write`. */
  'PATCH /v1/webhooks/{webhookId}': {
    request: { path: { webhookId: string }; body?: Schemas['ChangeWebhookBody'] }
    answer: Schemas['FindWebhookAnswer']
  }
  /** Deletes a webhook with its log. Needs the scope `webhooks:write`. */
  'DELETE /v1/webhooks/{webhookId}': {
    request: { path: { webhookId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Makes another secret for a webhook. It needs a fresh sign-in. Needs the scope `webhooks:write`. */
  'POST /v1/webhooks/{webhookId}/secret': {
    request: { path: { webhookId: string }; body?: Schemas['NoBody'] }
    answer: Schemas['RenewWebhookSecretAnswer']
  }
  /** Sends a message that only says that it is a test. Needs the scope `webhooks:write`. */
  'POST /v1/webhooks/{webhookId}/test': {
    request: { path: { webhookId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
  /** Lists the messages of a webhook with their attempts, the newest first. Needs the scope `webhooks:read`. */
  'GET /v1/webhooks/{webhookId}/messages': {
    request: {
      path: { webhookId: string }
      query?: {
        /** `next` of the page before. */
        cursor?: string | number
      }
    }
    answer: Schemas['ListWebhookMessagesAnswer']
  }
  /** Sends a message again, with its id, so that its receiver knows it. Needs the scope `webhooks:write`. */
  'POST /v1/webhooks/{webhookId}/messages/{messageId}/replay': {
    request: { path: { webhookId: string; messageId: string }; body?: Schemas['NoBody'] }
    answer: undefined
  }
}
