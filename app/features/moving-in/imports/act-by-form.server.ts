import { readFormText, readId } from '../../../shared/text.ts'
import { isRefusal } from '../../../shared/refusal.ts'
import type { Operator } from '../../accounts/accounts.ts'
import {
  continueImport,
  discardImport,
  type Result,
  startImport,
  startPictures,
  stopImport,
  stopPictures,
  takeBackImport,
} from './commands.server.ts'
import { parseChoices } from './imports.ts'
import { chooseEncoding } from './keep-files.server.ts'

interface Sent {
  importId: string
  form: FormData
}

const DONE: Result = { ok: true }

const ACTS: Record<string, (operator: Operator, sent: Sent) => Promise<Result>> = {
  encoding: (operator, { importId, form }) =>
    chooseEncoding(operator, importId, readFormText(form, 'encoding')),
  async import(operator, { importId, form }) {
    const choices = parseChoices(form)
    return isRefusal(choices) ? choices : startImport(operator, importId, choices)
  },
  continue: (operator, { importId }) => continueImport(operator, importId),
  pictures: (operator, { importId }) => startPictures(operator, importId),
  async stop(operator) {
    await stopImport(operator)
    return DONE
  },
  async 'stop-pictures'(operator) {
    await stopPictures(operator)
    return DONE
  },
  async discard(operator, { importId }) {
    await discardImport(operator, importId)
    return DONE
  },
  'take-back': (operator, { importId }) => takeBackImport(operator, importId),
}
const INTENTS = new Map(Object.entries(ACTS))

/** Does what a form of the import screen asks for; nothing for a form that the screen does not have. */
export async function actByForm(operator: Operator, form: FormData): Promise<Result> {
  const act = INTENTS.get(readFormText(form, 'intent'))
  return act ? act(operator, { importId: readId(form, 'importId'), form }) : DONE
}
