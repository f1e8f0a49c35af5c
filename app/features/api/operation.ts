import type { z } from 'zod'
import type { Right } from '../../shared/rights.ts'
import type { Scope } from '../../shared/scopes.ts'

/** One thing that the API does. Requests are checked by its shapes, and the description is made of them. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  scope: Scope
  /** The right that its person needs besides that of its address. A proposal needs it, too. */
  right?: Right
  query: z.ZodObject
  /** Undefined for an operation that only reads. */
  body?: z.ZodObject
  /** The types of the file that is its body in place of JSON. */
  file?: readonly string[]
  /** True if the file is read as it arrives. Then a key stands for the address of the request alone. */
  isLarge?: true
  /** The status of its good answer, and the shape of the body; no shape for an empty one. */
  status: 200 | 201 | 204
  answer?: z.ZodType
  /** The headers of its good answer that only some operations have. */
  sends?: readonly ('ETag' | 'Location')[]
  /** True if it answers with server-sent events. */
  isStream?: true
  /** `required`: the request must name the version that it changes. */
  ifMatch?: 'required' | 'allowed'
  /** The member of its answer that is shown once: it is not kept for a request that is sent again. */
  once?: 'secret' | 'link'
}
