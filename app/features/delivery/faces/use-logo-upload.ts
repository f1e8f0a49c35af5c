import { type ChangeEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { uploadFailed } from './messages.ts'

/** Stores a chosen file in the library. Returns the path of the picture, or why it was not stored. */
export function useLogoUpload(saved: string) {
  const [path, setPath] = useState(saved)
  const [problem, setProblem] = useState<string>()
  const choose = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? []
    if (!file) return
    const { form } = input
    const stored = await storePicture(file)
    setProblem(stored.problem)
    if (stored.path === undefined) return
    input.value = '' // the form need not send it again
    flushSync(() => setPath(stored.path ?? ''))
    form?.dispatchEvent(new Event('input')) // the hidden input has the new path by now, so the preview follows
  }
  return { path, problem, choose: (event: ChangeEvent<HTMLInputElement>) => void choose(event) }
}

async function storePicture(file: File): Promise<{ path?: string; problem?: string }> {
  try {
    const answer = await fetch(`/uploads?name=${encodeURIComponent(file.name)}`, {
      method: 'POST',
      body: file,
      redirect: 'manual',
    })
    const { path, message } = (await answer.json()) as { path?: string; message?: string }
    return path ? { path } : { problem: message ?? uploadFailed }
  } catch {
    return { problem: uploadFailed }
  }
}
