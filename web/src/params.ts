// Parameters as the hand declares them.

export interface Description {
  name: string
  type: 'float' | 'int' | 'bool' | 'text' | string
  unit?: string
  min?: number
  max?: number
  choices?: string[]
  default: string
  doc: string
}

// describe reads what a hand publishes of its parameters; nothing where that cannot be read.
export function describe(text: string): Description[] {
  if (text === '') return []
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return []
    return list.filter((d): d is Description => typeof d === 'object' && d !== null && typeof (d as Description).name === 'string' && typeof (d as Description).type === 'string')
  } catch {
    return []
  }
}

// check turns what was typed into the value to set, or says what is wrong with it.
export function check(d: Description, typed: string): { value: number | boolean | string } | { problem: string } {
  const text = typed.trim()
  switch (d.type) {
    case 'bool':
      if (text !== 'true' && text !== 'false') return { problem: 'true or false' }
      return { value: text === 'true' }
    case 'float':
    case 'int': {
      const n = Number(text)
      if (text === '' || !Number.isFinite(n)) return { problem: 'not a number' }
      if (d.type === 'int' && !Number.isInteger(n)) return { problem: 'not a whole number' }
      if ((d.min !== undefined && n < d.min) || (d.max !== undefined && n > d.max)) return { problem: `${d.min} to ${d.max}${d.unit ? ` ${d.unit}` : ''}` }
      return { value: n }
    }
    default:
      if (d.choices?.length && !d.choices.includes(text)) return { problem: `one of ${d.choices.join(', ')}` }
      return { value: text }
  }
}
