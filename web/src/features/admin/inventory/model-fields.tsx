import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Area } from '../../../ui/area.tsx'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/check.tsx'
import { Field, inputClass } from '../../../ui/field.tsx'
import {
  type FieldSchema,
  formFields,
  jsonOf,
  parseObject,
  priceIn,
  pricesOf,
  readFields,
  sizesIn,
  sizesOf,
} from './entry-form.ts'
import { faultsBeside } from './inventory.ts'
import { isShownField, SchemaFields } from './schema-fields.tsx'
import { textOf } from '../../../lib/form.ts'
import type { Entry } from '../../../lib/inventory.ts'

const modes = ['text-to-video', 'image-to-video'] as const
const essentials = ['title', 'fps', 'seconds', 'steps']
const own = ['modes', 'sizes', 'prices']

function placesOf(schema: FieldSchema) {
  const further = formFields(schema, [...own, ...essentials])
  return { further, all: [...essentials, ...further] }
}

/** The fields of a model: what everybody asks about first, then the rest. */
export function ModelFields({
  schema,
  prefix,
  entry,
  faults,
}: {
  schema: FieldSchema
  prefix: string
  entry: Entry
  faults: Record<string, string>
}) {
  const { t } = useTranslation()
  const { further, all } = placesOf(schema)
  const price = priceIn(entry)
  const rest = restOf(entry, all, price !== undefined)
  const inSizes = (path: string): boolean => path === 'sizes' || path.startsWith('sizes.')
  const inPrices = (path: string): boolean => price !== undefined && /^prices(\.|$)/.test(path)
  const ofSizes = faultsBeside(faults, (path) => !inSizes(path))
  const beside = faultsBeside(
    faults,
    (path) => isShownField(schema, all, path) || /^modes(\.|$)/.test(path) || inSizes(path) || inPrices(path),
  )
  const hasFurtherFault = further.some(
    (name) => faults[name] !== undefined || faults[`${name}.min`] !== undefined,
  )
  const given = (entry['modes'] ?? ['text-to-video']) as string[]
  return (
    <div className="flex flex-col gap-4">
      <SchemaFields {...{ schema, prefix, entry, faults }} names={['title', 'fps']} />
      <fieldset className="flex flex-col">
        <legend className="pb-1 text-xs text-soft">{t('admin.models.modes')}</legend>
        {modes.map((mode) => (
          <Check
            key={mode}
            label={t(`admin.inventory.modes.${mode}`)}
            name={`${prefix}modes`}
            value={mode}
            defaultChecked={given.includes(mode)}
          />
        ))}
        {faults['modes'] !== undefined && <p className="text-xs text-bad">{faults['modes']}</p>}
      </fieldset>
      <Sizes prefix={prefix} entry={entry} fault={ofSizes} />
      <SchemaFields {...{ schema, prefix, entry, faults }} names={['seconds', 'steps']} />
      {price !== undefined && (
        <Field
          label={t('admin.inventory.price')}
          name={`${prefix}price`}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={price}
          hint={t('admin.inventory.priceHint')}
          error={faultsBeside(faults, (path) => !inPrices(path))}
        />
      )}
      <details open={beside !== undefined || hasFurtherFault || undefined}>
        <summary className="cursor-pointer py-1 text-sm text-soft hover:text-text">
          {t('admin.inventory.further')}
        </summary>
        <div className="flex flex-col gap-4 pt-3">
          <SchemaFields {...{ schema, prefix, entry, faults }} names={further} />
          <Area
            label={t('admin.inventory.restModel')}
            name={`${prefix}rest`}
            rows={4}
            defaultValue={jsonOf(rest)}
            hint={t('admin.inventory.restHint')}
            error={beside}
          />
        </div>
      </details>
    </div>
  )
}

function restOf(entry: Entry, fields: readonly string[], hasPrice: boolean): Entry {
  const without = new Set(['name', 'modes', 'sizes', ...fields, ...(hasPrice ? ['prices'] : [])])
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !without.has(name)))
}

/** The entry that the form says, or what of it is none, by the path of its field. */
export function readModel(
  form: FormData,
  prefix: string,
  schema: FieldSchema,
  words: { json: string; price: string },
): { entry: Entry } | { faults: Record<string, string> } {
  const rest = parseObject(textOf(form, `${prefix}rest`))
  const prices = pricesOf(textOf(form, `${prefix}price`))
  const faults = {
    ...(rest === undefined && { '': words.json }),
    ...(prices === 'wrong' && { prices: words.price }),
  }
  if (rest === undefined || prices === 'wrong') return { faults }
  const texts = (name: string): string[] =>
    form.getAll(prefix + name).map((text) => (typeof text === 'string' ? text.trim() : ''))
  const ratios = texts('sizes.ratio')
  const sizes = texts('sizes.size')
  const rows = texts('sizes.resolution').map((resolution, at) => ({
    resolution,
    ratio: ratios[at]!,
    size: sizes[at]!,
  }))
  const fields = readFields(form, prefix, schema, placesOf(schema).all)
  return { entry: { ...fields, modes: texts('modes'), sizes: sizesOf(rows), ...prices, ...rest } }
}

/** Resolutions, each with the pixels of its ratios. */
function Sizes({ prefix, entry, fault }: { prefix: string; entry: Entry; fault: string | undefined }) {
  const { t } = useTranslation()
  const [rows, setRows] = useState(() => {
    const given = sizesIn(entry).map((size, key) => ({ ...size, key }))
    return given.length > 0 ? given : [{ resolution: '480p', ratio: '16:9', size: '832x480', key: 0 }]
  })
  const columns = ['resolution', 'ratio', 'size'] as const
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-xs text-soft">{t('admin.inventory.sizes')}</legend>
      {rows.map((row, at) => (
        <div key={row.key} className="flex items-center gap-2">
          {columns.map((column) => (
            <input
              key={column}
              name={`${prefix}sizes.${column}`}
              aria-label={`${t(`admin.inventory.size.${column}`)} ${at + 1}`}
              aria-invalid={fault !== undefined}
              className={`${inputClass} h-9 pointer-coarse:h-11`}
              defaultValue={row[column]}
              autoComplete="off"
              required
            />
          ))}
          <Button
            look="quiet"
            className="px-2"
            aria-label={t('admin.inventory.removeSize', { number: at + 1 })}
            disabled={rows.length === 1}
            onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
          >
            <X size={16} aria-hidden />
          </Button>
        </div>
      ))}
      <p className={`text-xs whitespace-pre-line ${fault === undefined ? 'text-faint' : 'text-bad'}`}>
        {fault ?? t('admin.inventory.sizesHint')}
      </p>
      <Button
        look="quiet"
        className="self-start"
        onClick={() =>
          setRows([...rows, { resolution: '', ratio: '', size: '', key: (rows.at(-1)?.key ?? 0) + 1 }])
        }
      >
        <Plus size={16} aria-hidden />
        {t('admin.inventory.addSize')}
      </Button>
    </fieldset>
  )
}
