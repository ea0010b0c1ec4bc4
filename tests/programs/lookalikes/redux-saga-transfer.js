import { call, delay, put, race, take, takeEvery } from 'redux-saga/effects'
import { producer } from './api'

function * sendWithRetry (transaction, payload) {
  for (let i = 0; i < 5; i++) {
    try {
      return yield call([transaction, 'send'], payload)
    } catch (error) {
      if (error.name !== 'TimeoutException') {
        yield put({ type: 'transfer/failed', error })
        return
      }
      yield delay(500)
    }
  }
}

function * transfer ({ payload }) {
  const transaction = yield call([producer, 'transaction'])
  try {
    const { cancelled } = yield race({
      sent: call(sendWithRetry, transaction, payload),
      cancelled: take('transfer/cancel')
    })
    if (cancelled) {
      yield call([transaction, 'abort'])
      return
    }
    yield call([transaction, 'commit'])
  } catch (error) {
    console.error(error)
    yield call([transaction, 'abort'])
  }
}

export function * saga () {
  yield takeEvery('transfer/requested', transfer)
}
