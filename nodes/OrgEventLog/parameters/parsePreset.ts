import { PRESET_NAMES, type PresetName } from '../api/presets';
import { isBlank, refuseNothing, toOneOf } from './values';

/** The preset that is meant; none where nothing is chosen. @throws ParameterError for anything else */
export function toPreset(value: unknown): PresetName {
	refuseNothing(value, 'Preset');
	return isBlank(value) ? 'none' : toOneOf(PRESET_NAMES, value, 'Preset');
}
