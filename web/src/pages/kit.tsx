import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/check.tsx'
import { Code } from '../ui/code.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Field } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { SearchChoice } from '../ui/search-choice.tsx'
import { Segments } from '../ui/segments.tsx'
import { Shapes } from '../ui/shapes.tsx'
import { Sign } from '../ui/sign.tsx'
import { say } from '../ui/toast.tsx'

/** Every part of `ui/`, for whoever builds pages. Only `npm run dev` has this page, so its words are not translated. */
export function KitPage() {
  const [open, setOpen] = useState<'dialog' | 'confirm'>()
  const [chosen, setChosen] = useState('16:9')
  const [number, setNumber] = useState('7')
  const close = (): void => setOpen(undefined)
  return (
    <main className="mx-auto flex max-w-180 flex-col gap-10 px-4 py-10">
      <h1 className="text-lg font-medium">Parts</h1>
      <Part name="Sign">
        <Sign />
      </Part>
      <Part name="Button">
        {(['primary', 'plain', 'quiet', 'danger'] as const).map((look) => (
          <Button key={look} look={look}>
            {look}
          </Button>
        ))}
        <Button look="primary" disabled>
          disabled
        </Button>
        <CopyButton text="copied text" />
      </Part>
      <Part name="Field">
        <Field label="Name" name="name" hint="A hint below it." />
        <Field label="Name" name="wrong" defaultValue="wrong" error="What the server said of it." />
      </Part>
      <Part name="Check">
        <Check label="A thing to agree to" />
      </Part>
      <Part name="Segments">
        <Segments
          label="Ratio"
          value={chosen}
          options={['16:9', '9:16', '1:1'].map((value) => ({ value, label: value }))}
          onChange={setChosen}
        />
      </Part>
      <Part name="SearchChoice">
        <SearchChoice
          id="number"
          label="Number"
          value={number}
          options={Array.from({ length: 30 }, (_, at) => ({ value: `${at}`, label: `Number ${at}` }))}
          noneFound="There is none."
          invalid={false}
          onChange={setNumber}
        />
      </Part>
      <Part name="Dialog, Confirm, say">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Button
          onClick={() => say('3 videos deleted.', { label: 'Undo', onClick: () => say('Back again.') })}
        >
          say
        </Button>
        <Dialog title="A dialog" isOpen={open === 'dialog'} onClose={close}>
          <p className="text-soft">It keeps the focus and gives it back.</p>
        </Dialog>
        <Confirm
          title="Revoke “Render farm”?"
          action="Revoke key"
          isOpen={open === 'confirm'}
          onConfirm={close}
          onClose={close}
        >
          What uses it stops working at once.
        </Confirm>
      </Part>
      <Part name="ErrorNotice">
        <ErrorNotice error={new Error('What went wrong, in words.')} onRetry={() => {}} />
      </Part>
      <Part name="Code">
        <Code
          label="Language"
          versions={{ curl: 'curl https://example.org/api/v1/me', CLI: 'clipwright whoami' }}
        />
      </Part>
      <Part name="Empty">
        <Empty title="No videos yet" hint="What you make is kept here." />
      </Part>
      <Part name="Shapes">
        <Shapes count={3} />
      </Part>
    </main>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xs text-faint">{name}</h2>
      <div className="flex flex-wrap items-start gap-3 *:grow-0">{children}</div>
    </section>
  )
}
