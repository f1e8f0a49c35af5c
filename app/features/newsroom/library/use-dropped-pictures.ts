import { type DragEvent, useState } from 'react'
import { useRevalidator } from 'react-router'

/** Stores a picture in the library. Returns a sentence if it was not stored. */
export type UploadFile = (file: File) => Promise<string | undefined>

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/**
 * Adds pictures that are dropped on an element (`zone`), or chosen (`add`), one after the other. Returns the number of
 * those that are left, the number of those that were added, a sentence for each failure, and whether files are over it.
 */
export function useDroppedPictures(upload: UploadFile) {
  const { revalidate } = useRevalidator()
  const [isOver, setIsOver] = useState(false)
  const [left, setLeft] = useState(0)
  const [added, setAdded] = useState(0)
  const [failures, setFailures] = useState<string[]>([])
  const add = async (files: File[]) => {
    if (left === 0) {
      setFailures([])
      setAdded(0)
    }
    setLeft((count) => count + files.length)
    for (const file of files) {
      const failure = await upload(file)
      if (failure === undefined) setAdded((count) => count + 1)
      else setFailures((others) => [...others, failure])
      setLeft((count) => count - 1)
    }
    await revalidate()
  }
  const zone = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      void add([...event.dataTransfer.files])
    },
  }
  return { isOver, left, added, failures, add: (files: File[]) => void add(files), zone }
}
