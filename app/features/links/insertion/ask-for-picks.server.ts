import { randomBytes } from 'node:crypto'
import { ConnectorError } from '../../../connectors/connector-error.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { askModel } from '../../accounts/ai-usage/commands.server.ts'
import type { OfferedTexts } from './find-offer.ts'
import { INSTRUCTIONS, type LinkPick, parseAnswer, toPrompt } from './prompt.ts'

const ANSWER_TOKENS = 600

/**
 * Asks a model once, for the operator's tokens, which links of an offer it picks. Returns an empty list if the model
 * fails, is too slow or answers in another layout. Returns an empty list too if the day's tokens are spent. The picks
 * are not checked. Must not be called inside a transaction.
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
