import type { LandingTemplate } from './template.ts'

/** What landing pages say until their operator says something else. */
export const DEFAULT_TEMPLATE: LandingTemplate = {
  title: '{{service}} in {{city}}, {{state}}',
  description:
    '{{service}} in {{city}}, {{state}}: {what the work includes, how it begins, and what to know about the place.|what is done, what it depends on, and what is particular about the town.|what belongs to the job, what comes first, and what is different here.} {Also how to ask, and what to agree on.|And what to agree on before it begins.|With what to ask before anybody comes.}',
  belowGate: 'noindex',
  body: `{Are you looking for {{service}} in {{city}}? Here is what the work includes, what is particular about the place, and what to do next.|This page is about {{service}} in {{city}}, {{state}}: what belongs to the job, what to know about the town, and how to get it done.|{{service}} in {{city}}, {{state}}, in short: the work itself, the place where it is needed, and the way from a question to an appointment.|Whoever needs {{service}} in {{city}} wants to know three things first: what is done, what is different here, and how it begins.}

## {What {{service}} includes|What belongs to the work|The work itself|What you can expect}

{{service_description}}

## {Good to know about {{city}}|What is particular about {{city}}|About {{city}}}

{{notes}}

{About {{population}} people live in {{city}}.|{{city}} has about {{population}} inhabitants.|With some {{population}} inhabitants, {{city}} has its own rhythm, and appointments are planned around it.}

{{paragraph}}

## {How it goes on|From a question to an appointment|The next step|Before you ask}

{Describe what you need in two or three sentences, and say where in {{city}} it is. A picture helps more than a long letter. You hear what is possible, roughly when, and what should be looked at on the spot before anybody names a price.|Write down what is wrong or what you wish for, since when, and who can open the door. With that, most questions are answered in one call, and a visit in {{city}} is needed only where the matter really has to be seen.|A good enquiry says what it is about, how urgent it is, and when somebody is there. If you have papers from earlier work, keep them at hand: they save time, and they often decide which way is the sensible one.}

{Ask beforehand what the price covers, what would be extra, and how long the result is vouched for. Have it put in writing, then both sides know where they stand.|Before anything begins, agree on what is done, when it is finished, and what it costs at most. One page of writing is enough, and it spares everybody a dispute.|Compare offers by what they contain and not by the last line alone. The cheapest one is often cheap because something is missing that is needed in the end.}

{You reach {{business_name}} at {{business_phone}}.|Call {{business_name}}: {{business_phone}}.|{{business_name}} answers your questions at {{business_phone}}.}

## Other services in {{city}}

{{services_in_city}}

## {{service}} in other places

{{nearby_cities}}
`,
}
