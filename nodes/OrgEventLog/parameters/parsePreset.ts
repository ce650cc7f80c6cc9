import { PRESET_NAMES, type PresetName } from '../api/presets';
import { isBlank, requireValue, toOneOf } from './values';

/** The preset that is meant; none where nothing is chosen. @throws ParameterError for anything else */
export function toPreset(value: unknown): PresetName {
	requireValue(value, 'Preset');
	return isBlank(value) ? 'none' : toOneOf(PRESET_NAMES, value, 'Preset');
}
