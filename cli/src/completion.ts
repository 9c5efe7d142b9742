import { type Shell, completionScript, shells } from './command-line/complete.ts'
import { command } from './command-line/command.ts'

export const completion = command({
  name: 'completion',
  says: 'print a script that lets your shell complete commands',
  args: { shell: { says: 'which shell', choices: shells } },
  options: {},
  examples: [
    'source <(trilho completion bash)   # in ~/.bashrc',
    'source <(trilho completion zsh)    # in ~/.zshrc, after compinit',
    'trilho completion fish > ~/.config/fish/completions/trilho.fish',
  ],
  run: async ({ terminal, commands }, { args: { shell } }) => {
    await terminal.write(completionScript(shell as Shell, commands))
  },
})
