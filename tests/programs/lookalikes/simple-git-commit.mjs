import { simpleGit } from 'simple-git'

const git = simpleGit()

export async function publish (files, message) {
  const transaction = await git.checkoutLocalBranch(`publish-${Date.now()}`)
  let attempts = 0
  do {
    try {
      await git.add(files)
      await git.commit(message)
      await git.push('origin', 'HEAD')
      return transaction
    } catch (err) {
      if (err.git?.conflicts?.length) {
        await git.merge(['--abort'])
        await git.commit(message)
      }
      console.warn('push failed', err.message)
    }
  } while (++attempts < 3)
  git.push('origin', 'HEAD')
}
