import { randomBytes } from 'node:crypto'
import { ConnectorError } from '../../connectors/connector-error.ts'
import type { Operator } from '../accounts/accounts.ts'
import { askModel } from '../ai-usage/commands.server.ts'
import type { OfferedTexts } from './find-offer.ts'
import { INSTRUCTIONS, type LinkPick, parseAnswer, toPrompt } from './prompt.ts'

const ANSWER_TOKENS = 600

/**
 * What a model picks from an offer, at the operator's expense and asked once; nothing where it fails, takes too long,
 * answers something else, or where the day's tokens are spent. Nothing of the answer is checked. Not inside a transaction.
 */
export async function askForPicks(
  operator: Operator,
  offer: OfferedTexts,
  timeoutMs: number,
): Promise<LinkPick[]> {
  const prompt = toPrompt(offer, randomBytes(6).toString('hex'))
  try {
    const completion = await askModel(operator, {
      instructions: INSTRUCTIONS,
      prompt,
      maxOutputTokens: ANSWER_TOKENS,
      timeoutMs,
      retries: 0,
    })
    return completion ? parseAnswer(completion.text) : []
  } catch (error) {
    if (error instanceof ConnectorError) return []
    throw error
  }
}
