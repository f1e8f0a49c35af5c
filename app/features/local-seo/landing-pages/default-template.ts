import type { LandingTemplate } from './template.ts'

/** The template of an account that has not saved its own. */
export const DEFAULT_TEMPLATE: LandingTemplate = {
  title: '{{service}} in {{city}}, {{state}}',
  description:
    '{{service}} in {{city}}, {{state}}: {what the job covers, how to get started and what to know about the area.|what we do, what it depends on and what is different about working here.|what to expect from the first call on, and what tends to matter locally.} {How to ask for a quote is here as well.|With what to ask before you agree to it.|And what to settle before work begins.}',
  belowGate: 'noindex',
  body: `{Looking for {{service_in_text}} in {{city}}? This page covers what the job includes, what we look at first and how to get a visit booked.|Need a hand with {{service_in_text}} in {{city}}, {{state}}? Here is what we do, what makes the area a little different and what happens after you get in touch.|{{service}} in {{city}} does not have to be complicated. Below you will find what the work covers, a few things worth knowing about the area and the quickest way to reach us.|Before you book anybody for {{service_in_text}} in {{city}}, it helps to know what is part of the job, what can be different here and what you should have ready when you call.}

## {What is included|What the job covers|What we do|What to expect}

{{service_description}}

## {Working in {{city}}|Good to know about {{city}}|What is different in {{city}}}

{{notes}}

{About {{population}} people live in {{city}}.|{{city}} has around {{population}} residents.|Around {{population}} people call {{city}} home.}

{{paragraph}}

## {How to get started|From the first call to the visit|What happens next|Before you call}

{Tell us in two or three sentences what you need and where in {{city}} it is. A photo or two will save everybody time. We will let you know what is possible, roughly when, and whether somebody should come and look before we name a price.|Make a note of what is wrong or what you have in mind, how long it has been that way and who can let us in. That answers most questions in a single call, and we only come out to {{city}} for a look when the job really calls for it.|The most helpful thing you can tell us is what the job is, how urgent it is and when somebody is home. If you still have paperwork from earlier work, keep it close by: it often shows which repair makes sense and which one does not.}

{Ask what the price covers, what would cost extra and how long the work is guaranteed. Get it in writing, and there will be no surprises on the bill.|Before we start, we agree on what will be done, when it will be finished and what it will cost at most. One page is enough, and both sides can sleep well.|When you compare quotes, look at what is in them and not only at the total. The cheapest one is often missing something that you will need in the end.}

{You can reach {{business_name}} at {{business_phone}}.|Call {{business_name}} at {{business_phone}}.|Questions? {{business_name}} is at {{business_phone}}.}

## {More services in {{city}}|What else we do in {{city}}}

{{services_in_city}}

## {{service}} {nearby|in other places}

{{nearby_cities}}
`,
}
