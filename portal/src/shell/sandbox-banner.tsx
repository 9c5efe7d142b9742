import { IconFlask } from '../kit/icons.tsx'
import { useTexts } from '../kit/texts.ts'
import classes from './shell.module.css'
import { shellTexts } from './texts.ts'

/** On every screen of a sandbox: nobody must take this money for real, nor real money for this. */
export function SandboxBanner() {
  const words = useTexts(shellTexts)
  return (
    <div className={classes.banner} role="note">
      <IconFlask size={15} aria-hidden />
      <b>{words.sandbox}</b>
      <span>{words.sandboxHint}</span>
    </div>
  )
}
